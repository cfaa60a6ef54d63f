/** The relays that share a database. */
import { ago, at, element, rowWith, setText, showKeyed } from './parts.js';

export function showRelays(relays) {
  at('relays-part').hidden = relays.length === 0;
  showKeyed(
    at('relays'),
    relays,
    ({ name }) => name,
    ({ name }) => rowWith(element('th', name), ['State', 'Only on its disk', 'Version']),
    updateRow,
  );
}

function updateRow(row, { is_away, seen_at, spooled, version }) {
  const [, state, disk, runs] = row.children;
  setText(state, is_away ? `Away, last seen ${ago(seen_at)} ago` : 'Up', is_away ? 'bad' : 'good');
  setText(disk, spooled ?? '', spooled > 0 ? 'bad' : '');
  setText(runs, version ?? '');
}
