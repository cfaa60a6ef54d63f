/** The causes of a lost or late order, from the stored evidence. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { causesOf as causesInWords, type Evidence, type Mishap, mishapOf, rejectedHere } from '../../../main/history/causes.ts';
import { createReportBook } from '../../../main/history/report-book.ts';
import type { Command } from '../../../main/orders/commands.ts';
import { isOurRejection } from '../../../main/outbox/commands.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import type { Outage } from '../../../main/store/rows/outages.ts';
import type { PastOrder } from '../../../main/store/search/history.ts';
import { createServiceClock } from '../../../main/time/service-clock.ts';
import { pastOrder } from '../../fixtures/past-order.ts';
import { testFolder, testStore } from '../../setup/parts.ts';

const causesOf = (...given: Parameters<typeof causesInWords>) => allWorded(english, causesInWords(...given));

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (minutes: number) => NOON + minutes * 60_000;
const past = (change: Partial<PastOrder>): PastOrder =>
  pastOrder(NOON, { stage: 'rejected', acceptedAt: null, endedAt: at(3), dueAt: at(20), amount: 100, ...change });
const outage = (kind: Outage['kind'], from: number, until: number | null, text = '', subject = ''): Outage => ({
  kind,
  subject,
  text,
  from: at(from),
  until: until === null ? null : at(until),
});
const given = (command: Command) => ({ venueId: 'v', command, selfDelivery: false, shiftedTime: null });
const accept = (minutes: number, error: string | null): Job =>
  ({ kind: 'command', state: 'waiting', createdAt: at(minutes), error, payload: given({ action: 'accept', extraMinutes: 0 }) }) as Job;
const why = (what: Mishap['what'], change: Partial<Evidence>) =>
  causesOf(what, {
    past: past({}),
    jobs: [],
    outages: [],
    touchedAt: null,
    aheadMs: 0,
    answerBy: at(3),
    rejectedAt: change.past?.endedAt ?? at(3),
    answerIsAbout: false,
    unverified: [],
    alongside: 0,
    ...change,
  });

test('an order that no one tapped within its time was missed because no one tapped it', () => {
  expect(why('missed', {})).toEqual([{ cause: 'nobody', text: 'No one tapped it here until 12:03 UTC.', sure: true }]);
});

test('a late order with an unconfirmed ticket may be late because of it', () => {
  const late = past({ stage: 'ready', acceptedAt: at(1), dueAt: at(20), readyAt: at(40), endedAt: null });
  expect(why('late', { past: late, unverified: ['Kitchen'] })[0]).toEqual({
    cause: 'ticket-unconfirmed',
    text: 'Its ticket was sent to Kitchen, not confirmed: no one knows whether it printed.',
    sure: false,
  });
});

test('an order that was tapped but not answered was missed although someone viewed it', () => {
  expect(why('missed', { touchedAt: at(1) })[0]?.text).toBe("Someone viewed it at 12:01 UTC but didn't answer it.");
});

test("an order was missed because the service couldn't be reached at the time", () => {
  const [first] = why('missed', { outages: [outage('service', 1, 9, "The service can't be reached.")] });
  expect(first).toEqual({
    cause: 'service',
    text: "The service couldn't be reached from 12:01 UTC to 12:09 UTC. The service can't be reached.",
    sure: true,
  });
});

test("an order was missed because its accept didn't reach the service in time", () => {
  const [first] = why('missed', { jobs: [accept(1, "The service can't be reached.")] });
  expect(first?.text).toBe("It was accepted here at 12:01 UTC, but that didn't reach the service in time. The service can't be reached.");
});

test("an order whose rejection didn't reach the service in time isn't called unanswered", () => {
  const reject = { ...accept(1, null), payload: given({ action: 'reject', reason: 'Sold out', code: 'GENERIC' }) };
  const causes = why('missed', { jobs: [reject], touchedAt: at(1) });
  expect(causes.map(({ text }) => text)).toEqual(["It was rejected here at 12:01 UTC, but that didn't reach the service in time."]);
});

test('an order was missed because Tillbridge was off and its notification came late', () => {
  const causes = why('missed', { past: past({ noticedAt: at(2) }), outages: [outage('off', -60, 2)] }).map(({ cause }) => cause);
  expect(causes).toEqual(['off', 'came-late', 'nobody']);
});

test('an order rejected before its deadline was rejected by others', () => {
  expect(why('rejected', { past: past({ endedAt: at(1) }) })).toMatchObject([{ cause: 'others' }]);
});

test('an order was late because the printer was out of paper', () => {
  const made = past({ stage: 'ready', acceptedAt: at(1), readyAt: at(30), dueAt: at(20) });
  expect(mishapOf(made, null, () => true)).toBe('late');
  const causes = why('late', { past: made, outages: [outage('printer', 2, 14, 'The printer is out of paper.', 'Kitchen')] });
  expect(causes[0]?.text).toBe("The printer Kitchen didn't print from 12:02 UTC to 12:14 UTC. The printer is out of paper.");
  expect(causes.at(-1)?.text).toBe('It took 29 min to prepare; 19 were planned.');
});

test('an order was late because it was accepted late, in a rush', () => {
  const made = past({ stage: 'delivered', acceptedAt: at(6), readyAt: at(30), dueAt: at(20) });
  expect(why('late', { past: made, alongside: 9 }).map(({ cause }) => cause)).toEqual(['accepted-late', 'rush', 'took-longer']);
});

test("an order rejected by staff, or ready in time, isn't a mishap", () => {
  expect(mishapOf(past({}), 'here', () => false)).toBeNull();
  expect(mishapOf(past({ stage: 'delivered', acceptedAt: at(1), readyAt: at(20), dueAt: at(20) }), null, () => true)).toBeNull();
});

test("a rejection that came too late isn't counted as ours, as on the card", () => {
  const reject = (outcome: Job['outcome']): Job =>
    ({
      kind: 'command',
      state: 'done',
      outcome,
      payload: given({ action: 'reject', reason: 'Sold out', code: 'ITEMS_UNAVAILABLE' }),
    }) as Job;
  for (const outcome of [null, 'confirmed-by-read', 'already-so'] as const)
    expect(rejectedHere([reject(outcome)]) !== null, String(outcome)).toBe(isOurRejection(reject(outcome)));
  expect(rejectedHere([reject('already-so')])).toBeNull();
  expect(rejectedHere([reject(null)])).toBe('ITEMS_UNAVAILABLE');
});

test('without a known time limit, no cause is certain', () => {
  expect(why('rejected', { past: past({ endedAt: at(1) }), answerIsAbout: true })[0]?.sure).toBe(false);
  expect(why('missed', { past: past({ endedAt: at(4) }), answerIsAbout: true })[0]?.sure).toBe(false);
});

test("an order cancelled within the service's time limit was cancelled by others, whatever the setting", () => {
  const dataDir = testFolder();
  const store = testStore(dataDir);
  const book = createReportBook({
    store,
    clock: createServiceClock({ computer: () => at(4), monotonic: () => at(4) }),
    settings: openSettings(dataDir),
    deadlineRules: () => ({ acceptWithinSeconds: 300, confirmWithinSeconds: 900, acceptIsAbout: false }),
  });
  const mishap = book.mishap(past({ endedAt: at(3) + 40_000 }), []);
  expect(mishap?.causes[0]).toMatchObject({ cause: 'others', sure: true });
});
