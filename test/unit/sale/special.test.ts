/** The form's special days: read from the service without past days; mistakes are matched to entries. */
import { expect, test } from 'vitest';
import { entriesOf, entriesReported, specialOf } from '../../../renderer/sale/hours/special.ts';

test('special hours past midnight, as the service reports them, become one window on each of two days', () => {
  const reported = [{ opening_date: '2030-12-31', opening_time: '18:00', closing_date: '2031-01-01', closing_time: '02:00' }];
  expect(entriesReported(reported, '2030-12-01').map(({ first, windows }) => [first, windows])).toEqual([
    ['2030-12-31', [{ open: '18:00', close: '00:00' }]],
    ['2031-01-01', [{ open: '00:00', close: '02:00' }]],
  ]);
});

test("midnight is sent as 24:00, past days aren't sent, and a mistake is matched to its entry", () => {
  const given = {
    days_closed: [
      { start_date: '2030-12-01', end_date: '2030-12-02' },
      { start_date: '2030-12-24', end_date: '2030-12-26', message: 'Christmas' },
    ],
    days_open: [{ start_date: '2030-12-20', end_date: '2030-12-20', daily_availability: [{ open_time: '10:00', close_time: '24:00' }] }],
  };
  const entries = entriesOf(given, '2030-12-10');
  expect(entries.map(({ kind, first }) => [kind, first])).toEqual([
    ['open', '2030-12-20'],
    ['closed', '2030-12-24'],
  ]);
  const { special, entryAt } = specialOf(entries);
  expect(special).toEqual({ ...given, days_closed: given.days_closed.slice(1) });
  expect([entryAt('days_open[0].daily_availability[0]'), entryAt('days_closed[0]'), entryAt('week[0]')]).toEqual([0, 1, -1]);
});
