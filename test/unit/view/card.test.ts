/** Cards of orders in unusual states: each text is true, and no alarm lacks a button or reason. */

import { describe, expect, test } from 'vitest';
import type { OrderCard } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { kitchenOrder } from '../../../main/hosts/displays/display-views.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import type { StatusClaim } from '../../../main/store/rows/claim-rows.ts';
import { type UnreadContext, unreadCard } from '../../../main/view/card/unread-card.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';
import { cardOf, type Given, TICKET_PRINTER } from './card-context.ts';

const NOW = Date.parse('2026-03-14T11:15:00Z');
const iso = (at: number) => new Date(at).toISOString();
const rules = { acceptWithinSeconds: 300, confirmWithinSeconds: 900, acceptIsAbout: false };

/** `changes`: of the order's body, or its status. */
function card(changes: Body | string, given: Given = {}, endedAt: number | null = null): OrderCard {
  const order = orderOf(orderBody('takeaway-cash', typeof changes === 'string' ? { order_status: changes } : changes));
  return allWorded(english, cardOf(order, NOW, { ...rules, ...given }, { open: endedAt === null, endedAt }));
}

function command(action: string, over: Partial<Job>): Job {
  return {
    ...{ id: 1, kind: 'command', key: `o/${action}`, lane: '', pool: '', orderId: 'o', state: 'failed', attempts: 1, notBefore: 0 },
    ...{ dueBy: null, outcomeUnknown: false, error: null, phase: null, waitsFor: null, outcome: null, result: null, askedAgainAt: null },
    payload: {
      venueId: 'v1',
      command: { action, extraMinutes: 0, reason: 'Sold out', code: 'GENERIC' },
      selfDelivery: false,
      shiftedTime: null,
    },
    createdAt: NOW - 60_000,
    finishedAt: NOW - 40_000,
    ...over,
  };
}

const claim = (over: Partial<StatusClaim>): StatusClaim => ({
  ...{ orderId: '6b3a51e07c9d2f4b18e6a301', venueId: 'v1', status: 'CREATED', noticedAt: NOW - 60_000, claimedAt: NOW },
  ...{ createdAt: '2026-03-14T11:14:00Z', alerting: true, text: null, isUnknown: false },
  ...over,
});

const texts = ({ trouble }: OrderCard) => trouble.map(({ text }) => text);
const hints = ({ trouble }: OrderCard) => trouble.map(({ hint }) => hint);

test.each(['other', 'on_hold'])('an order with the unknown status "%s" has its buttons, and names that status', (status) => {
  const shown = card(status);
  expect(shown.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
  expect(texts(shown)).toEqual([`This order's status is unknown. The service calls it "${status}".`]);
});

const ACCEPT = command('accept', { error: 'Accept didn\'t work. The order is "received" at the service now.' });
const REJECTION = command('reject', { error: 'Reject didn\'t work. The order is "production" at the service now.' });
const REFUND = command('', {
  kind: 'operation',
  payload: { venueId: 'v1', operation: { operation: 'refund-basket', amount: 200, reason: 'Sorry', vat: 0 }, currency: 'EUR' },
  error: "The refund didn't work.",
});
const READY = command('ready', { error: 'Ready didn\'t work. The order is "received" at the service now.' });

test.each([
  ["a failed command of an ended order can't be retried", ACCEPT, 'rejected', "The order has ended, so there's nothing to retry."],
  ['a failed refund of an ended order can be retried', REFUND, 'delivered', 'Try again in Diagnostics.'],
  ['a failed command without a button on the card can be retried in Diagnostics', READY, 'received', 'Try again in Diagnostics.'],
  ['a failed command is retried with its button on the card', ACCEPT, 'received', 'Try again, or check the merchant app.'],
])('%s', (_, job, status, hint) => {
  const shown = card(status, { jobs: [job] }, NOW);
  expect(hints(shown)).toEqual([hint]);
  if (hint.startsWith('Try again,')) expect(shown.actions.map(({ name }) => name)).toContain('accept');
});

test('an order that a notification calls answered or cancelled has no countdown', () => {
  expect(card('received').deadline).not.toBeNull();
  expect(card('received', { claim: claim({}) }).deadline).not.toBeNull();
  for (const status of ['PRODUCTION', 'CANCELED', 'DELIVERED'])
    expect(card('received', { claim: claim({ status }) }).deadline, status).toBeNull();
});

test("a failed job of a kind that this version doesn't know is shown too", () => {
  const jobs = [command('ready', { kind: 'of-another-version', error: 'Not readable' })];
  expect(card('production', { jobs }).trouble).toMatchObject([{ code: 'of-another-version-failed', text: 'Not readable' }]);
});

test.each([
  { what: 'accept', job: ACCEPT, until: ['received'], reached: ['production', 'ready', 'delivered'] },
  { what: 'rejection', job: REJECTION, until: ['production'], reached: ['ready', 'delivered', 'rejected'] },
])('a failed $what is no longer shown once the order reached the intended or a later state', ({ job, until, reached }) => {
  for (const status of until) expect(texts(card(status, { jobs: [job] }))).toEqual([job.error]);
  for (const status of reached) expect(texts(card(status, { jobs: [job] })), status).toEqual([]);
});

test.each<[what: string, job: Partial<Job>, label: string]>([
  ["while our rejection has no answer, the order isn't called rejected by others", {}, 'Rejected; checking by whom'],
  ['while our rejection is being sent, it is unclear who rejected', { state: 'leased' }, 'Rejected; checking by whom'],
  ['a rejection that a reading confirmed is ours', { state: 'done', outcome: 'confirmed-by-read' }, 'Rejected here'],
  [
    'a rejection that came too late is by others',
    { state: 'done', outcome: 'already-so' },
    'Rejected by the service, the customer or support',
  ],
  ["a refused rejection doesn't count as ours", { outcomeUnknown: false }, 'Rejected by the service, the customer or support'],
])('%s', (_, job, label) => {
  const out = command('reject', { state: 'waiting', outcomeUnknown: true, finishedAt: null, error: "The service didn't answer.", ...job });
  expect(card('rejected', { jobs: [out] }, NOW).statusLabel).toBe(label);
});

describe("an order that couldn't be read", () => {
  const shown = (over: Partial<StatusClaim>, context: Partial<UnreadContext> = {}) => {
    const usual = { ...rules, venueName: 'Venue', flavour: 'device-free', iso, isUnknown: false, reading: 'goes-on' } as const;
    return allWorded(english, unreadCard(claim(over), { ...usual, ...context }));
  };

  test('counts an approximate time, because it may be a pre-order', () => {
    expect(shown({}).deadline).toMatchObject({ totalSeconds: 300, about: true });
  });

  test('has no countdown if staff decide in the merchant app', () => {
    expect(shown({}, { flavour: 'advanced' }).deadline).toBeNull();
  });

  test.each(['CANCELED', 'CANCELLED'])("shows a cancel (%s), and rings until it's tapped", (status) => {
    const statusLabel = 'Cancelled according to the notification';
    expect(shown({ status })).toMatchObject({ column: 'ended', statusLabel, alerting: true, endedAt: iso(NOW) });
    expect(shown({ status, alerting: false }).alerting).toBe(false);
  });

  const NO_MORE = 'It no longer reloads automatically. Use the merchant app for this order.';
  test.each([
    ['goes-on', /^It reloads automatically\./],
    ['no-access', /^It can't be loaded until this venue is reconnected\./],
    ['failed', `${NO_MORE} Try again in Diagnostics.`],
    ['given-up', NO_MORE],
  ] as const)('promises a reload only while one is pending (%s)', (reading, hint) => {
    expect(shown({}, { reading }).trouble[0]?.hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
  });
});

const BY_HAND = { printers: [{ ...TICKET_PRINTER, print_on: 'by-hand' as const }] };
const NEVER_PRINTED = 'No ticket was printed. Open the order and print it manually.';
const ONLY_MANUALLY = 'No ticket was printed. Tickets only print manually.';

test.each<[what: string, status: string, given: Given, state: string, text: string]>([
  ['is a failure without a printer', 'production', { printers: [] }, 'failed', 'No ticket: no printer is set up.'],
  ['is a failure without a printer', 'ready', { printers: [] }, 'failed', 'No ticket: no printer is set up.'],
  ['is a failure also once a printer is added', 'production', {}, 'failed', NEVER_PRINTED],
  ['is a failure also once a printer is added', 'ready', {}, 'failed', NEVER_PRINTED],
  ["isn't a failure if tickets print only manually", 'production', BY_HAND, 'none', ONLY_MANUALLY],
  ["isn't a failure if tickets print only manually", 'received', BY_HAND, 'none', ONLY_MANUALLY],
  ['is promised until the accept', 'received', {}, 'none', 'The ticket prints when the order is accepted.'],
  ["isn't promised for an ended order", 'delivered', {}, 'none', 'No ticket was printed.'],
  ["isn't promised for an ended order", 'rejected', {}, 'none', 'No ticket was printed.'],
])('a ticket that was never printed %s (%s)', (_, status, given, state, text) => {
  const hasEnded = status === 'delivered' || status === 'rejected';
  expect(card(status, given, hasEnded ? NOW : null).ticket).toEqual({ state, text });
});

const CANCELLED = ['Cancelled by the service, the customer or support', 'Cancelled', 'cancelled'];

test.each<[what: string, given: Given, labels: (string | undefined)[]]>([
  ['is cancelled if it was accepted', { wasAnswered: () => true }, CANCELLED],
  ['is cancelled if a notification says so', { wasCancelClaimed: () => true }, CANCELLED],
  ['is else rejected', {}, ['Rejected by the service, the customer or support', 'Rejected, not by us', 'others']],
  [
    "isn't cancelled if we rejected it, whatever the notification says",
    { jobs: [command('reject', { state: 'done' })], wasCancelClaimed: () => true },
    ['Rejected here', undefined, 'here'],
  ],
])('an order ended by others %s', (_, given, labels) => {
  const times = { created_at: iso(NOW - 30_000), modified_at: iso(NOW) };
  const { statusLabel, statusShort, rejected } = card({ order_status: 'rejected', ...times }, given, NOW);
  expect([statusLabel, statusShort, rejected]).toEqual(labels);
});

test('a group order with unassigned items has one more bag, on card and kitchen display', () => {
  const items = ['Soup', 'Bread', 'Tea'].map((name, at) => ({ name, count: 1, row_number: at + 1 }));
  const group_participants = [1, 2].map((row) => ({ id: `${row}`, name: `Guest ${row}`, items: [{ row_number: row }] }));
  const shown = card({ order_status: 'acknowledged', items, group_participants });
  expect(shown).toMatchObject({ people: 2, bags: 3 });
  expect(kitchenOrder({ ...shown, column: 'preparing' })?.bags).toBe(3);
});
