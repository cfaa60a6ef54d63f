/** Lists of what needs attention: one by one, or by kind if there are many. */
import { ago, element, setText, showKeyed } from './parts.js';

const FEW = 3;
const MOST_SHOWN = 200;
/** Worst first, after the relay's own problems; said after a number of two or more. */
const KINDS = {
  silent: 'counters are not connected, and notifications wait for them',
  unacknowledged: 'counters do not acknowledge notifications',
  'unknown-venue': 'venues have notifications and no counter',
  'no-orders': 'venues are open and get no orders',
  unheard: 'counters have no one at them, and for a venue no station that rings',
  'refresh-token': 'counters have to be connected to the service anew',
  'settings-refused': 'counters refused their settings',
  'clock-off': 'counters have a wrong clock',
  'refused-changes': 'venues have changes that the service refused',
  'sold-out': 'venues have had dishes sold out for three days or longer',
  expired: 'venues had notifications deleted',
  'version-behind': 'counters run an older version than this relay',
  'no-notifications': 'venues are open, and their notifications stopped',
  'not-connected': 'venues have no connected counter',
};
const ORDER = Object.keys(KINDS);

/** `entries`: `code`, `key`, `text` and `since` (ISO UTC or null). */
export function showByKind(list, entries, none) {
  const kinds = new Map();
  for (const entry of entries) kinds.set(entry.code, [...(kinds.get(entry.code) ?? []), entry]);
  const sorted = [...kinds].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const shown = sorted.flatMap(([code, all]) =>
    all.length > FEW ? [{ key: `${code} many`, code, all }] : all.map((one) => ({ ...one, key: `${code} ${one.key}` })),
  );
  if (shown.length === 0 && none) shown.push({ key: 'none', none });
  showKeyed(list, shown, ({ key }) => key, makeItem, updateItem);
}

function makeItem({ all }) {
  const item = element('li');
  if (!all) return item;
  const details = element('details');
  details.append(element('summary'), element('ul'));
  item.append(details);
  return item;
}

function updateItem(item, { code, all, none, text, since }) {
  if (none) return setText(item, none, 'good');
  if (!all) return setText(item, since ? `${text} (${ago(since)})` : text, 'bad');
  const [summary, list] = item.firstElementChild.children;
  setText(summary, `${all.length} ${KINDS[code] ?? `times ${code}`}`, 'bad');
  const more = all.length > MOST_SHOWN ? [{ key: 'more', text: `And ${all.length - MOST_SHOWN} more.`, since: null }] : [];
  showKeyed(
    list,
    [...all.slice(0, MOST_SHOWN), ...more],
    ({ key }) => key,
    () => element('li'),
    (one, entry) => setText(one, entry.since ? `${entry.text} (${ago(entry.since)})` : entry.text),
  );
}
