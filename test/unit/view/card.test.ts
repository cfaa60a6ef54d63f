/** Cards of orders in unusual states: each text is true, and no alarm lacks a button or reason. */

import { describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { kitchenOrder } from '../../../main/hosts/displays/display-views.ts';
import { stageOf } from '../../../main/orders/stage.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import type { StatusClaim } from '../../../main/store/rows/claim-rows.ts';
import { orderCard as orderCardInWords } from '../../../main/view/card/card.ts';
import { type UnreadContext, unreadCard as unreadCardInWords } from '../../../main/view/card/unread-card.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';
import { cardContext, rowOf, TICKET_PRINTER } from './card-context.ts';

const orderCard = (...given: Parameters<typeof orderCardInWords>) => allWorded(english, orderCardInWords(...given));

const unreadCard = (...given: Parameters<typeof unreadCardInWords>) => allWorded(english, unreadCardInWords(...given));

const NOW = Date.parse('2026-03-14T11:15:00Z');
const iso = (at: number) => new Date(at).toISOString();
const rules = { acceptWithinSeconds: 300, confirmWithinSeconds: 900, acceptIsAbout: false };

function card(changes: Body, jobs: Job[] = [], endedAt: number | null = null, claim: StatusClaim | null = null) {
  const order = orderOf(orderBody('takeaway-cash', changes));
  const isOpen = endedAt === null;
  const row = rowOf(order, NOW, { open: isOpen, alerting: isOpen, endedAt });
  return allWorded(english, orderCard(row, cardContext(row, NOW, { ...rules, jobs, claim })));
}

function command(action: string, over: Partial<Job>): Job {
  return {
    id: 1,
    kind: 'command',
    key: `o/${action}`,
    lane: '',
    pool: '',
    orderId: 'o',
    payload: {
      venueId: 'v1',
      command: { action, extraMinutes: 0, reason: 'Sold out', code: 'GENERIC' },
      selfDelivery: false,
      shiftedTime: null,
    },
    state: 'failed',
    attempts: 1,
    notBefore: 0,
    dueBy: null,
    outcomeUnknown: false,
    error: null,
    phase: null,
    waitsFor: null,
    outcome: null,
    result: null,
    createdAt: NOW - 60_000,
    finishedAt: NOW - 40_000,
    askedAgainAt: null,
    ...over,
  };
}

const claim = (over: Partial<StatusClaim>): StatusClaim => ({
  orderId: '6b3a51e07c9d2f4b18e6a301',
  venueId: 'v1',
  status: 'CREATED',
  noticedAt: NOW - 60_000,
  claimedAt: NOW,
  createdAt: '2026-03-14T11:14:00Z',
  alerting: true,
  text: null,
  isUnknown: false,
  ...over,
});

const text = (of: { trouble: { text: string }[] }) => of.trouble.map(({ text }) => text);

test('an order with an unknown status has its buttons, and names that status', () => {
  for (const status of ['other', 'on_hold']) {
    const shown = card({ order_status: status });
    expect(shown.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
    expect(text(shown)).toEqual([`This order's status is unknown. The service calls it "${status}".`]);
  }
});

test("a failed command of an ended order can't be retried, a refund can", () => {
  const hints = (job: Job, status: string) => card({ order_status: status }, [job], NOW).trouble.map(({ hint }) => hint);
  const accept = command('accept', {
    error: "Accept didn't work. The service, the customer or support rejected the order meanwhile.",
  });
  expect(hints(accept, 'rejected')).toEqual(["The order has ended, so there's nothing to retry."]);
  const refund = command('', {
    kind: 'operation',
    payload: { venueId: 'v1', operation: { operation: 'refund-basket', amount: 200, reason: 'Sorry', vat: 0 }, currency: 'EUR' },
    error: "The refund didn't work.",
  });
  expect(hints(refund, 'delivered')).toEqual(['Try again in Diagnostics.']);
  const ready = command('ready', { error: 'Ready didn\'t work. The order is "received" at the service now.' });
  expect(hints(ready, 'received')).toEqual(['Try again in Diagnostics.']);
});

test('a failed command is retried with its button on the card', () => {
  const accept = command('accept', { error: "Accept didn't work. The service refused it." });
  const shown = card({ order_status: 'received' }, [accept], NOW);
  expect(shown.actions.map(({ name }) => name)).toContain('accept');
  expect(shown.trouble.map(({ hint }) => hint)).toEqual(['Try again, or check the merchant app.']);
});

test('an order that a notification calls answered or cancelled has no countdown', () => {
  const claimOf = (status: string) => claim({ status });
  expect(card({ order_status: 'received' }).deadline).not.toBeNull();
  for (const status of ['PRODUCTION', 'CANCELED', 'DELIVERED'])
    expect(card({ order_status: 'received' }, [], null, claimOf(status)).deadline).toBeNull();
  expect(card({ order_status: 'received' }, [], null, claimOf('CREATED')).deadline).not.toBeNull();
});

test("a failed job of a kind that this version doesn't know is shown too", () => {
  const shown = card({ order_status: 'production' }, [command('ready', { kind: 'of-another-version', error: 'Not readable' })]);
  expect(shown.trouble).toMatchObject([{ code: 'of-another-version-failed', text: 'Not readable' }]);
});

test('a failure is no longer shown once the order reached the intended state', () => {
  const failed = command('accept', { error: 'Accept didn\'t work. The order is "received" at the service now.' });
  expect(text(card({ order_status: 'received' }, [failed]))).toEqual([failed.error]);
  for (const status of ['production', 'ready', 'delivered']) expect(text(card({ order_status: status }, [failed]))).toEqual([]);
  const rejection = command('reject', { error: 'Reject didn\'t work. The order is "production" at the service now.' });
  expect(text(card({ order_status: 'production' }, [rejection]))).toEqual([rejection.error]);
  for (const status of ['ready', 'delivered', 'rejected']) expect(text(card({ order_status: status }, [rejection]))).toEqual([]);
});

test("while our rejection has no answer, the order isn't called rejected by others", () => {
  const out = command('reject', { state: 'waiting', outcomeUnknown: true, finishedAt: null, error: "The service didn't answer." });
  const label = (job: Job) => card({ order_status: 'rejected' }, [job], NOW).statusLabel;
  expect(label(out)).toBe('Rejected; checking by whom');
  expect(label({ ...out, state: 'leased' })).toBe('Rejected; checking by whom');
  expect(label({ ...out, state: 'done', outcome: 'confirmed-by-read' })).toBe('Rejected here');
  expect(label({ ...out, state: 'done', outcome: 'already-so' })).toBe('Rejected by the service, the customer or support');
  // A rejection that was refused or never sent doesn't count as ours.
  expect(label({ ...out, outcomeUnknown: false })).toBe('Rejected by the service, the customer or support');
});

describe("an order that couldn't be read", () => {
  const shown = (over: Partial<StatusClaim>, context: Partial<UnreadContext> = {}) =>
    unreadCard(claim(over), {
      ...rules,
      venueName: 'Venue',
      flavour: 'device-free',
      iso,
      isUnknown: false,
      reading: 'goes-on',
      ...context,
    });

  test('counts an approximate time, because it may be a pre-order', () => {
    expect(shown({}).deadline).toMatchObject({ totalSeconds: 300, about: true });
  });

  test('has no countdown if staff decide in the merchant app', () => {
    expect(shown({}, { flavour: 'advanced' }).deadline).toBeNull();
  });

  test("shows a cancel, and rings until it's tapped", () => {
    for (const status of ['CANCELED', 'CANCELLED']) {
      expect(shown({ status })).toMatchObject({
        column: 'ended',
        statusLabel: 'Cancelled according to the notification',
        alerting: true,
        endedAt: iso(NOW),
      });
      expect(shown({ status, alerting: false }).alerting).toBe(false);
    }
  });

  test('promises a reload only while one is pending', () => {
    expect(shown({}).trouble[0]?.hint).toMatch(/^It reloads automatically\./);
    expect(shown({}, { reading: 'no-access' }).trouble[0]?.hint).toMatch(/^It can't be loaded until this venue is reconnected\./);
    expect(shown({}, { reading: 'failed' }).trouble[0]?.hint).toBe(
      'It no longer reloads automatically. Use the merchant app for this order. Try again in Diagnostics.',
    );
    expect(shown({}, { reading: 'given-up' }).trouble[0]?.hint).toBe(
      'It no longer reloads automatically. Use the merchant app for this order.',
    );
  });
});

describe('a ticket that was never printed', () => {
  const ticket = (over: Parameters<typeof cardContext>[2], order_status = 'production', endedAt: number | null = null) => {
    const order = orderOf(orderBody('takeaway-cash', { order_status }));
    const times = { noticedAt: NOW, readAt: NOW, initialPickupEta: null, endedAt };
    const row = { order, stage: stageOf(order), open: endedAt === null, alerting: false, ...times };
    return orderCard(row, cardContext(row, NOW, over)).ticket;
  };

  test('shows a failure, also once a printer is added', () => {
    for (const order_status of ['production', 'ready']) {
      expect(ticket({ printers: [] }, order_status)).toEqual({ state: 'failed', text: 'No ticket: no printer is set up.' });
      expect(ticket({}, order_status)).toEqual({ state: 'failed', text: 'No ticket was printed. Open the order and print it manually.' });
    }
  });

  test("isn't a failure if tickets print only manually, and isn't promised for an ended order", () => {
    const byHand = { state: 'none', text: 'No ticket was printed. Tickets only print manually.' };
    const printers = [{ ...TICKET_PRINTER, print_on: 'by-hand' as const }];
    expect(ticket({ printers })).toEqual(byHand);
    expect(ticket({ printers }, 'received')).toEqual(byHand);
    expect(ticket({}, 'received').text).toBe('The ticket prints when the order is accepted.');
    expect(ticket({}, 'delivered', NOW)).toEqual({ state: 'none', text: 'No ticket was printed.' });
    expect(ticket({}, 'rejected', NOW)).toEqual({ state: 'none', text: 'No ticket was printed.' });
  });
});

describe('an order ended by others', () => {
  const ended = (over: Parameters<typeof cardContext>[2]) => {
    const order = orderOf(orderBody('takeaway-cash', { order_status: 'rejected', created_at: iso(NOW - 30_000), modified_at: iso(NOW) }));
    const row = rowOf(order, NOW, { stage: 'rejected', open: false, noticedAt: NOW - 30_000, endedAt: NOW });
    const { statusLabel, statusShort, rejected } = orderCard(row, cardContext(row, NOW, over));
    return [statusLabel, statusShort, rejected];
  };

  test('is cancelled if it was accepted, or if a notification says so', () => {
    const cancelled = ['Cancelled by the service, the customer or support', 'Cancelled', 'cancelled'];
    expect(ended({ wasAnswered: () => true })).toEqual(cancelled);
    expect(ended({ wasCancelClaimed: () => true })).toEqual(cancelled);
    expect(ended({})).toEqual(['Rejected by the service, the customer or support', 'Rejected, not by us', 'others']);
  });

  test("isn't cancelled if we rejected it, whatever the notification says", () => {
    const jobs = [command('reject', { state: 'done' })];
    expect(ended({ jobs, wasCancelClaimed: () => true })).toEqual(['Rejected here', undefined, 'here']);
  });
});

test('a group order with unassigned items has one more bag, on card and kitchen display', () => {
  const items = ['Soup', 'Bread', 'Tea'].map((name, at) => ({ name, count: 1, row_number: at + 1 }));
  const group_participants = [1, 2].map((row) => ({ id: `${row}`, name: `Guest ${row}`, items: [{ row_number: row }] }));
  const order = orderOf(orderBody('takeaway-cash', { order_status: 'acknowledged', items, group_participants }));
  const row = rowOf(order, NOW);
  const shown = orderCardInWords(row, cardContext(row, NOW, rules));
  expect(shown).toMatchObject({ people: 2, bags: 3 });
  expect(kitchenOrder({ ...shown, column: 'preparing' })?.bags).toBe(3);
});
