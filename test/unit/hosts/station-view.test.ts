/** Which notices a station is sent. */
import { expect, test } from 'vitest';
import type { Notice, Station } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { stationView } from '../../../main/hosts/displays/station-view.ts';

const sent = (venues: Station['venues'], notice: Partial<Notice>): Notice | null =>
  stationView({ rights: ['answer'], venues, zones: null }).notices({
    ...{ id: 'unheard', level: 'warning', text: 'Hillside', hint: 'In Settings', at: '2026-11-22T12:00:00.000Z', dismissible: false },
    ...notice,
  }) as Notice | null;

test('every station is warned that orders ring nowhere, one of some venues without the names of others', () => {
  const hint = message('station.turnOnRinging');
  expect(sent(null, {})).toMatchObject({ text: 'Hillside', hint, dismissible: false });
  expect(sent(['harbour'], {})).toMatchObject({ text: message('station.venueUnheard'), hint, dismissible: false });
});

test.each(['missing-order', 'missed', 'never-came'])('%s, of any venue, goes only to stations of all venues', (id) => {
  expect(sent(null, { id, level: 'error' })).toMatchObject({ id, hint: 'In Settings' });
  expect(sent(['harbour'], { id, level: 'error' })).toBeNull();
});
