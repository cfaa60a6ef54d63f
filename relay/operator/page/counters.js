/** The table of counters, as searched for. Rows stay in order of their names. */
import { words } from './groups.js';
import { ago, at, button, element, nameOf, rowWith, setText, showKeyed } from './parts.js';

const STEP = 50;
let most = STEP;
let known = { counters: [], problems: new Map(), actions: {} };

/** `actions`: `support(counter)` and `remove(counter)`. */
export function showCounters(counters, problems, actions) {
  const byCounter = new Map();
  for (const { counter_id, code } of problems)
    if (counter_id !== null) byCounter.set(counter_id, new Set(byCounter.get(counter_id)).add(code));
  const byName = new Intl.Collator('en', { numeric: true });
  const sorted = counters.toSorted((a, b) => byName.compare(nameOf(a), nameOf(b)) || (a.id < b.id ? -1 : 1));
  known = { counters: sorted, problems: byCounter, actions };
  const groups = [...new Set(counters.flatMap(({ group }) => group ?? []))].toSorted(byName.compare);
  const options = [['', 'All groups'], ...groups.map((group) => [`=${group}`, group]), ['-', 'No group']];
  showKeyed(
    at('of-group'),
    options,
    ([value]) => value,
    ([value, text]) => new Option(text, value),
    () => undefined,
  );
  at('of-group').parentElement.hidden = groups.length === 0;
  draw();
}

/** Null: of no group. */
export function showGroup(group) {
  at('of-group').value = group === null ? '-' : `=${group}`;
  at('which').value = 'all';
  at('search').value = '';
  search();
  at('counters-title').scrollIntoView();
  at('counters-title').focus();
}

function search() {
  most = STEP;
  draw();
}

function draw() {
  const text = at('search').value.trim().toLowerCase();
  const [group, which] = [at('of-group').value, at('which').value];
  const found = known.counters.filter(
    (counter) =>
      (group === '' || group === (counter.group === null ? '-' : `=${counter.group}`)) &&
      (which === 'all' || (which === 'away' ? !counter.is_connected : known.problems.has(counter.id))) &&
      (text === '' ||
        [counter.label, counter.id, counter.group ?? '', counter.update_ring ?? '', ...counter.venue_ids].some((one) =>
          one.toLowerCase().includes(text),
        )),
  );
  const shown = found.slice(0, most);
  showKeyed(at('counters'), shown, ({ id }) => id, makeRow, updateRow);
  const all = known.counters.length;
  setText(
    at('found'),
    found.length === 0 && all > 0
      ? 'No counter is like this.'
      : `${shown.length} of ${found.length}${found.length < all ? ` found, ${all} in all` : ''}`,
  );
  at('more').hidden = shown.length === found.length;
}

for (const id of ['search', 'of-group', 'which']) at(id).addEventListener('input', search);
at('more').addEventListener('click', () => {
  const first = most;
  most += STEP;
  draw();
  at('counters').children[first]?.querySelector('button')?.focus();
});

const LABELS = ['State', 'Waiting', 'Last webhook', 'Open orders', 'Printers', 'Till', 'Clock', 'Version'];

function makeRow(counter) {
  const name = element('th');
  name.append(element('div'), element('small'), element('small'), element('small'));
  const row = rowWith(name, LABELS);
  const last = element('td', '', 'actions');
  const support = button('Support file', () => known.actions.support(counter));
  support.ariaLabel = `Support file of ${nameOf(counter)}`;
  const remove = button('Remove', () => known.actions.remove(counter));
  remove.ariaLabel = `Remove ${nameOf(counter)}`;
  last.append(support, remove);
  row.append(last);
  return row;
}

function updateRow(row, counter) {
  const [name, state, waiting, last, open, printers, till, clock, version] = row.children;
  const [label, venues, settings, problems] = name.children;
  setText(label, counter.label || 'No name');
  setText(venues, counter.venue_ids.join(', '));
  setText(
    settings,
    counter.group === null ? '' : counter.is_connected ? settingsOf(counter) : `Group ${counter.group}`,
    counter.settings_refused ? 'bad' : '',
  );
  setText(problems, [...(known.problems.get(counter.id) ?? [])].map(words).join(', '), 'bad');
  const by = counter.way === 'poll' ? ', by requests' : '';
  if (counter.is_connected) setText(state, `Connected for ${ago(counter.connected_since)}${by}`, 'good wraps');
  else setText(state, `Not connected, last seen ${ago(counter.last_proof_at)} ago`, 'bad wraps');
  const late = counter.waiting > 0 && Date.now() - Date.parse(counter.waiting_since) > 30_000;
  setText(waiting, counter.waiting > 0 ? `${counter.waiting}, for ${ago(counter.waiting_since)}` : '0', late ? 'bad' : '');
  setText(last, counter.last_webhook_at ? `${ago(counter.last_webhook_at)} ago` : 'none yet');
  setText(open, counter.open_orders ?? '');
  for (const [cell, value] of [
    [printers, counter.printers],
    [till, counter.till],
  ])
    setText(cell, value ?? '', value === 'trouble' ? 'bad' : '');
  const offset = counter.clock_offset_ms;
  const isOff = offset !== null && Math.abs(offset) > 30_000;
  setText(clock, offset === null ? '' : isOff ? `${Math.round(offset / 1_000)} s off` : 'right', isOff ? 'bad' : '');
  setText(version, [counter.app_version, counter.update_ring].filter((one) => one !== null).join(', '), 'narrow');
}

/** The reason of a refusal is listed among the problems. */
function settingsOf({ group, managed_version, newest_version, settings_refused }) {
  const runs = managed_version ?? 'none';
  const newest = newest_version !== null && newest_version !== managed_version ? ` of ${newest_version}` : '';
  return `Settings ${group}: ${runs}${newest}${settings_refused ? ', refused' : ''}`;
}
