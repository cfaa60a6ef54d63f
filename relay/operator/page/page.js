/** The operator page. The key is only in this variable; everything shown is text, never markup. */
const AGAIN_MS = 5_000;
let key = '';

const at = (id) => document.getElementById(id);

async function ask(method, path, body) {
  const answer = await fetch(`/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  const read = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(read.error ?? `The relay answers ${answer.status}.`);
  return read;
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text ?? '';
  if (className) made.className = className;
  return made;
}

function ago(iso) {
  if (!iso) return '';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1_000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

function rowOf(counter) {
  const row = element('tr');
  const name = element('td');
  name.append(element('div', counter.label || 'No name'), element('small', counter.venue_ids.join(', ')));
  if (counter.group !== null) name.append(element('small', settingsOf(counter), counter.settings_refused ? 'bad settings' : 'settings'));
  const state = element(
    'td',
    counter.is_connected ? `Connected for ${ago(counter.connected_since)}` : `Not connected, last seen ${ago(counter.last_proof_at)} ago`,
    counter.is_connected ? 'good' : 'bad',
  );
  if (counter.way === 'poll') state.append(element('div', 'by requests'));
  const late = counter.waiting > 0 && Date.now() - Date.parse(counter.waiting_since) > 30_000;
  const waiting = element('td', counter.waiting > 0 ? `${counter.waiting}, for ${ago(counter.waiting_since)}` : '0', late ? 'bad' : '');
  const offset = counter.clock_offset_ms;
  const isOff = offset !== null && Math.abs(offset) > 30_000;
  const clock = element('td', offset === null ? '' : isOff ? `${Math.round(offset / 1_000)} s off` : 'right', isOff ? 'bad' : '');
  const part = (value) => element('td', value ?? '', value === 'trouble' ? 'bad' : '');
  const remove = element('button', 'Remove');
  remove.type = 'button';
  remove.addEventListener('click', async () => {
    if (!confirm(`Remove ${counter.label || counter.id}? It needs a new code to come back.`)) return;
    await doing(() => ask('DELETE', `/counters/${encodeURIComponent(counter.id)}`));
  });
  const last = element('td');
  last.append(remove);
  row.append(
    name,
    state,
    waiting,
    element('td', counter.last_webhook_at ? `${ago(counter.last_webhook_at)} ago` : 'none yet'),
    element('td', counter.open_orders ?? ''),
    part(counter.printers),
    part(counter.till),
    clock,
    element('td', counter.app_version ?? ''),
    last,
  );
  return row;
}

/** The reason of a refusal is listed among the problems. */
function settingsOf({ group, managed_version, newest_version, settings_refused }) {
  const runs = managed_version ?? 'none';
  const newest = newest_version !== null && newest_version !== managed_version ? ` of ${newest_version}` : '';
  return `Settings ${group}: ${runs}${newest}${settings_refused ? ', refused' : ''}`;
}

function unroutableItem(news) {
  const item = element('li', `${news.type ?? news.kind} ${news.reference ?? ''}, ${ago(news.taken_at)} ago `);
  const form = element('form');
  const label = element('label', 'Venue ID ');
  const input = element('input');
  input.required = true;
  label.append(input);
  form.append(label, element('button', 'Give it to this venue'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    doing(() => ask('POST', `/unroutable/${news.seq}`, { venue_id: input.value }));
  });
  item.append(form);
  return item;
}

async function show() {
  const [{ problems }, { counters }, unroutable, { groups }] = await Promise.all([
    ask('GET', '/problems'),
    ask('GET', '/counters'),
    ask('GET', '/unroutable'),
    ask('GET', '/settings'),
  ]);
  at('problems').replaceChildren(
    ...(problems.length === 0
      ? [element('li', 'Nothing.', 'good')]
      : problems.map(({ text, since }) => element('li', since ? `${text} (${ago(since)})` : text, 'bad'))),
  );
  at('counters').replaceChildren(...counters.map(rowOf));
  at('groups').replaceChildren(...groups.map(({ group }) => Object.assign(element('option'), { value: group })));
  at('unroutable-part').hidden = unroutable.waiting === 0;
  // Keeps what the operator is typing.
  if (!at('unroutable').contains(document.activeElement)) at('unroutable').replaceChildren(...unroutable.news.map(unroutableItem));
  at('state').textContent = `${counters.filter((one) => one.is_connected).length} of ${counters.length} counters connected`;
  at('state').className = '';
}

async function doing(work) {
  try {
    await work();
    await show();
    return true;
  } catch (error) {
    at('state').textContent = error.message;
    at('state').className = 'bad';
    return false;
  }
}

at('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  key = at('key').value.trim();
  if (!(await doing(async () => undefined))) return;
  at('key').value = '';
  at('sign-in').hidden = true;
  at('inside').hidden = false;
  setInterval(() => doing(async () => undefined), AGAIN_MS);
});

at('invite').addEventListener('submit', async (event) => {
  event.preventDefault();
  const venue_ids = at('venues')
    .value.split(/\s+/)
    .filter((id) => id !== '');
  await doing(async () => {
    const group = at('group').value.trim();
    const managed = group === '' ? {} : { group };
    const { code, expires_at } = await ask('POST', '/invitations', { venue_ids, label: at('label').value, ...managed });
    at('code').replaceChildren(
      element('span', 'Paste this code into Setup or Settings, Webhooks: '),
      element('strong', code),
      element('span', `. It works once, until ${new Date(expires_at).toLocaleString()}.`),
    );
    at('invite').reset();
  });
});
