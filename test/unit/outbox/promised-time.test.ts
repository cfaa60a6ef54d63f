/** An order's shown time between an accept with extra minutes and the reading that shows the new time. */
import { expect, test } from 'vitest';
import type { CommandPayload } from '../../../main/outbox/command-payload.ts';
import { asPromised } from '../../../main/outbox/promised-time.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';

const MINUTE_MS = 60_000;
const BEFORE = '2026-03-14T11:30:00.000Z';
const SHIFTED = '2026-03-14T11:40:00.000Z';
const NEWER = '2026-03-14T11:47:00.000Z';
const TAKEN_AT = Date.parse('2026-03-14T11:12:00Z');

function shownAs(
  pickupEta: string | null,
  change: Partial<Job> = {},
  readAt = TAKEN_AT,
  more: Partial<CommandPayload> = {},
): string | null {
  const order = orderOf(orderBody('takeaway-cash', { order_status: 'production', pickup_eta: pickupEta }));
  const payload = {
    venueId: 'v',
    command: { action: 'accept', extraMinutes: 10 },
    selfDelivery: false,
    shiftedTime: SHIFTED,
    timeBefore: BEFORE,
    ...more,
  };
  const job = {
    kind: 'command',
    state: 'done',
    outcome: null,
    outcomeUnknown: false,
    finishedAt: TAKEN_AT,
    payload,
    ...change,
  } as unknown as Job;
  return asPromised(order, readAt, [job]).pickupEta;
}

test('a time from the service that is neither the old nor the promised one is shown', () => {
  expect(shownAs(BEFORE)).toBe(SHIFTED);
  expect(shownAs(SHIFTED)).toBe(SHIFTED);
  expect(shownAs(NEWER)).toBe(NEWER);
});

test('the old time is shown again if the service still reports it minutes after the accept', () => {
  expect(shownAs(BEFORE, {}, TAKEN_AT + MINUTE_MS)).toBe(SHIFTED);
  expect(shownAs(BEFORE, {}, TAKEN_AT + 5 * MINUTE_MS)).toBe(BEFORE);
});

test('a repeated accept promises its time only if the service accepted the repeat', () => {
  const again = { earlier: 'unknown' } as const;
  expect(shownAs(BEFORE, {}, TAKEN_AT, again)).toBe(SHIFTED);
  for (const change of [{ outcome: 'confirmed-by-read' }, { outcome: 'already-so' }, { state: 'leased' }] as const)
    expect(shownAs(BEFORE, change, TAKEN_AT, again)).toBe(BEFORE);
});

test("an accept that isn't the one that accepted the order promises no time", () => {
  for (const change of [{ outcome: 'already-so' }, { state: 'failed' }, { state: 'given-up' }, { state: 'waiting' }] as const)
    expect(shownAs(BEFORE, change)).toBe(BEFORE);
  // The accept's answer is missing or lost: it may have accepted the order.
  for (const change of [{ state: 'leased' }, { state: 'waiting', outcomeUnknown: true }, { outcome: 'confirmed-by-read' }] as const)
    expect(shownAs(BEFORE, change)).toBe(SHIFTED);
});
