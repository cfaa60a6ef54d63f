/** The control page: places orders, moves couriers, sets faults, and shows all traffic. */
export const CONTROL_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The service in a box</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --soft: #8882; }
  body { margin: 0; font: 15px/1.45 system-ui, sans-serif; }
  header { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .8rem 1.2rem; border-bottom: 1px solid var(--line); position: sticky; top: 0; background: Canvas; }
  h1 { font-size: 1.1rem; margin: 0 auto 0 0; }
  h2 { font-size: 1rem; margin: 1.4rem 0 .5rem; }
  main { padding: 0 1.2rem 3rem; display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 2rem; }
  @media (max-width: 60rem) { main { grid-template-columns: 1fr; } }
  button, select, input { font: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--soft); color: inherit; cursor: pointer; }
  table { border-collapse: collapse; width: 100%; }
  td, th { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
  td button { margin: 0 .2rem .2rem 0; padding: .1rem .5rem; }
  .state { font-weight: 600; }
  ol { list-style: none; margin: 0; padding: 0; font: 12.5px/1.5 ui-monospace, monospace; max-height: 75vh; overflow: auto; overflow-wrap: anywhere; }
  .bad { color: #d33; }
  form { display: flex; flex-wrap: wrap; gap: .4rem; }
  #said { min-height: 1.4em; }
</style>
<header><h1>The service in a box</h1><label>Venue <select id="venue"></select></label><span id="kinds"></span><span id="clock"></span>
  <button data-advance="60">+1 min</button><button data-advance="900">+15 min</button><button data-advance="3600">+1 h</button></header>
<main>
  <div>
    <p id="said" role="status"></p>
    <h2>Orders</h2>
    <table><thead><tr><th>Order</th><th>Kind</th><th>State</th><th>Do</th></tr></thead><tbody id="orders"></tbody></table>
  </div>
  <div>
    <h2>Order a fault</h2>
    <form id="fault">
      <input name="match" size="26" value="PUT /orders/*/accept" aria-label="What it hits">
      <select name="what" aria-label="What it does">
        <option value='{"status":500}'>500</option><option value='{"status":503}'>503</option>
        <option value='{"status":429,"retry_after_seconds":5}'>429, 5 s</option>
        <option value='{"status":429,"retry_after_seconds":5,"retry_after_form":"date"}'>429, until a date</option><option value='{"delay_ms":5000}'>5 s late</option>
        <option value='{"drop":"before"}'>cut before</option><option value='{"drop":"after"}'>cut after</option>
        <option value='{"no_effect":true}'>202, and nothing happens</option><option value='{"overtaken_by":"staff"}'>merchant app was faster</option>
        <option value='{"overtaken_by":"consumer"}'>consumer cancels meanwhile</option><option value='{"lag_ms":5000,"for_ms":60000,"times":100000}'>reads lag 5 s (for a minute)</option>
        <option value='{"duplicate":true}'>twice (notification)</option><option value='{"bad_signature":true}'>wrong signature (notification)</option>
      </select>
      <input name="times" type="number" min="1" value="1" style="width:4rem" aria-label="How often">
      <button>Order it</button><button type="button" id="clear">Clear all</button>
    </form>
    <p id="faults"></p>
    <h2>What was asked and sent</h2>
    <ol id="log"></ol>
  </div>
</main>
<script>
  const kinds = ['instant', 'takeaway', 'preorder', 'self-delivery', 'group', 'retail', 'pharmacy'];
  const moves = {
    created: ['staff-accept', 'cancel'], waiting: ['cancel'], confirmed: ['cancel'], production: ['staff-ready', 'courier-arrives', 'cancel'],
    ready: ['courier-arrives', 'pickup', 'delivered', 'cancel'], delivered: [], rejected: [],
  };
  const at = (id) => document.getElementById(id);
  const here = location.pathname.replace(/\\/$/, '');
  let seen = 0;
  async function ask(method, path, body) {
    const answer = await fetch(here + path, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    const read = text ? JSON.parse(text) : {};
    if (!answer.ok) at('said').textContent = read.reason ?? answer.status;
    return read;
  }
  const cell = (text, name) => Object.assign(document.createElement('td'), { textContent: text, className: name ?? '' });
  function row(order) {
    const line = document.createElement('tr');
    const kind = [order.type, order.delivery.type, order.delivery.self_delivery ? 'own delivery' : ''].filter(Boolean).join(', ');
    const said = order.rejection ? ' (' + order.rejection.reason + ')' : '';
    const buttons = document.createElement('td');
    for (const move of moves[order.state] ?? []) {
      const button = Object.assign(document.createElement('button'), { textContent: move });
      button.onclick = () => ask('POST', '/orders/' + order.order_id + '/' + move).then(look);
      buttons.append(button);
    }
    line.append(cell(order.order_number), cell(kind), cell(order.state + said, 'state'), buttons);
    return line;
  }
  function words(entry) {
    const time = entry.at.slice(11, 19) + ' ';
    if (entry.kind === 'order') return time + entry.order_number + ' ' + entry.event + ' (' + entry.by + ')';
    if (entry.kind === 'notification') return time + '→ ' + (entry.status ?? entry.type) + ' #' + entry.attempt + ': ' + entry.outcome;
    if (entry.kind === 'event') return time + '→ ' + entry.type + ' #' + entry.attempt + ': ' + entry.outcome;
    if (entry.kind === 'awkward') return time + '⚡ ' + entry.trouble + ' ' + JSON.stringify(entry.ordered);
    return time + '← ' + entry.method + ' ' + entry.path + ': ' + (entry.status ?? 'cut') + (entry.fault ? ' [' + entry.fault + ']' : '');
  }
  let isLooking = false, isWanted = false;
  // One after the other: what two of them bring at once would stand there twice.
  async function look() {
    isWanted = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isWanted) {
        isWanted = false;
        await lookOnce();
      }
    } finally {
      isLooking = false;
    }
  }
  async function lookOnce() {
    const [{ venues }, { orders }, { entries }, { now }, { faults }] = await Promise.all([
      ask('GET', '/venues'), ask('GET', '/orders'), ask('GET', '/log?since=' + seen), ask('GET', '/clock'), ask('GET', '/faults')]);
    const chosen = at('venue').value;
    if (at('venue').length !== venues.length) at('venue').replaceChildren(...venues.map((venue) => new Option(venue.name, venue.id, false, venue.id === chosen)));
    at('orders').replaceChildren(...orders.slice(-60).reverse().map(row));
    at('clock').textContent = now.slice(0, 19).replace('T', ' ') + ' UTC';
    at('faults').textContent = faults.map((fault) => fault.match + (fault.times === null ? '' : ' × ' + fault.times)).join(' · ');
    for (const entry of entries) {
      seen = entry.seq;
      const line = Object.assign(document.createElement('li'), { textContent: words(entry) });
      if (entry.kind === 'request' && (entry.status === null || entry.status >= 400)) line.className = 'bad';
      if (entry.kind === 'notification' && entry.outcome !== '200') line.className = 'bad';
      at('log').prepend(line);
    }
    while (at('log').childElementCount > 400) at('log').lastChild.remove();
  }
  at('kinds').append(...kinds.map((kind) => {
    const button = Object.assign(document.createElement('button'), { textContent: kind });
    button.onclick = () => ask('POST', '/orders', { venue_id: at('venue').value, kind }).then(look);
    return button;
  }));
  for (const button of document.querySelectorAll('[data-advance]')) button.onclick = () => ask('POST', '/clock', { advance_seconds: Number(button.dataset.advance) }).then(look);
  at('fault').onsubmit = (event) => {
    event.preventDefault();
    const form = new FormData(at('fault'));
    ask('POST', '/faults', { match: form.get('match'), times: Number(form.get('times')), ...JSON.parse(form.get('what')) }).then(look);
  };
  at('clear').onclick = () => ask('DELETE', '/faults').then(look);
  setInterval(look, 1000);
  look();
</script>
</html>
`;
