/** Groups of counters: those with problems first. */
import { ago, at, button, element, rowWith, setText, showKeyed } from './parts.js';

const COLUMNS = ['Connected', 'Silent venues', 'Waiting', 'Problems', 'Settings', 'Apps', 'Rings'];

/** `open(group)`: shows its counters. */
export function showGroups(groups, open) {
  at('groups-part').hidden = !groups.some(({ group }) => group !== null);
  const badness = ({ problems, silent_venues }) => problems.reduce((sum, { count }) => sum + count, 0) + silent_venues;
  const sorted = groups.toSorted((a, b) => (badness(b) > 0) - (badness(a) > 0));
  showKeyed(
    at('groups'),
    sorted,
    ({ group }) => group ?? '',
    (one) => makeRow(one, open),
    updateRow,
  );
}

function makeRow({ group }, open) {
  const name = element('th');
  name.append(button(group ?? 'No group', () => open(group)));
  return rowWith(name, COLUMNS);
}

function updateRow(row, one) {
  const [connected, silent, waiting, problems, settings, apps, rings] = [...row.children].slice(1);
  setText(connected, `${one.connected} of ${one.counters}`, one.connected < one.counters ? 'bad' : 'good');
  setText(
    silent,
    one.silent_venues === 0 ? '0' : `${one.silent_venues}, up to ${ago(one.silent_since)}`,
    one.silent_venues > 0 ? 'bad' : '',
  );
  setText(waiting, one.waiting === 0 ? '0' : `${one.waiting}, up to ${ago(one.waiting_since)}`);
  setText(
    problems,
    one.problems.map(({ code, count }) => `${count} ${words(code)}`).join(', ') || '0',
    one.problems.length > 0 ? 'bad wraps' : '',
  );
  const running = one.settings_versions.map(({ version, counters }) => `${version === 0 ? 'none' : `version ${version}`} in ${counters}`);
  const newest =
    one.newest_version === null || one.settings_versions.every(({ version }) => version === one.newest_version)
      ? ''
      : `; newest ${one.newest_version}`;
  setText(settings, running.join(', ') + newest, 'wraps');
  setText(apps, one.app_versions.map(({ version, counters }) => `${version} in ${counters}`).join(', '), 'wraps');
  setText(rings, one.update_rings.map(({ ring, counters }) => `${ring} in ${counters}`).join(', '), 'wraps');
}

export const words = (code) => code.replaceAll('-', ' ');
