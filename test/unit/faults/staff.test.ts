/** What simulated staff report: untrue texts, and alarms that ended without a person though one was needed. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { createHearing, wasNeeded } from '../../../lab/faults/staff/hearing.ts';
import { untrueHints } from '../../../lab/faults/staff/hints.ts';
import { recordOf, type Story } from '../../../lab/faults/staff/record.ts';
import { createWatch, type Sighting } from '../../../lab/faults/staff/sightings.ts';
import { card as anyCard } from '../renderer/board/card.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const iso = (ms: number): string => new Date(AT + ms).toISOString();
const card = (is: Partial<OrderCard>) => anyCard({ id: 'one', number: '1', ...is });

function record({ states = [], read = [] }: { states?: string[]; read?: number[] }) {
  const story: Story = {
    order_id: 'one',
    order_number: '1',
    truth: states.map((state, place) => ({ from: iso(place), state, event: state, by: 'consumer' })),
    reported: [],
    read: read.map((at) => ({ at: iso(at), status: 200, order_status: 'received', old: false })),
    asked: [],
  };
  return recordOf(story, {}, 0, []);
}

/** A "no access" card shown from 0 to `gone` (ms). */
function withoutAccess(gone: number): Sighting {
  const watch = createWatch();
  const trouble = [{ code: 'unread', text: message('token.accessRevoked'), hint: message('order.loadsAfterReconnect') }];
  watch.look({ orders: { one: card({ unread: true, trouble }) } } as never, AT);
  watch.closed(AT + gone);
  const [seen] = watch.of('one');
  if (!seen) throw new Error('It was not seen.');
  return seen;
}

test('a "no access" card that leaves with the first reading after reconnecting is true', () => {
  expect(untrueHints(withoutAccess(12_000), record({ read: [11_900] }), [])).toEqual([]);
});

test('a "no access" card that stays long after the order was read is untrue', () => {
  const untrue = untrueHints(withoutAccess(12_000), record({ read: [2_000] }), []);
  expect(untrue).toEqual([expect.stringContaining('and it was read')]);
});

test.each([
  { states: ['created', 'rejected'], needed: false },
  { states: ['created', 'production', 'rejected'], needed: true },
])('an alarm that ended when the cancelled order was first read, after $states, needed a person: $needed', ({ states, needed }) => {
  const hearing = createHearing();
  hearing.hear(card({ unread: true, column: 'ended', alerting: true }));
  hearing.hear(card({ column: 'ended' }));
  expect(hearing.endedByNobody.map((silence) => wasNeeded(silence, record({ states })))).toEqual([needed]);
});

test('only a person ends the alarm of an order that was read and is being prepared', () => {
  const hearing = createHearing();
  hearing.hear(card({ column: 'preparing', alerting: true }));
  hearing.hear(card({ column: 'ended' }));
  expect(hearing.endedByNobody.map((silence) => wasNeeded(silence, record({ states: ['created', 'rejected'] })))).toEqual([true]);
});
