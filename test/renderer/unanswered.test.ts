/** The one call for all orders that nobody answers: when it comes, whom it names, and when it stays away. */
import { describe, expect, test } from 'vitest';
import type { OrderCard } from '../../preload/contract.ts';
import { askedCall, type Call, type Facts, HIDDEN_S, hiddenCall, leftWaiting, NO_CALL, nextCall } from '../../renderer/unanswered/call.ts';
import { card } from './card.ts';

const NOW = Date.parse('2026-03-14T11:30:00Z');
const waiting = (id: string, left: number, more: Partial<OrderCard> = {}): OrderCard =>
  card({
    id,
    alerting: true,
    actions: [{ name: 'accept', label: 'Accept' }],
    deadline: { at: new Date(NOW + left * 1_000).toISOString(), of: 'accept', totalSeconds: 180 },
    ...more,
  });
const facts = (orders: OrderCard[], more: Partial<Facts> = {}): Facts => ({
  orders: Object.fromEntries(orders.map((order) => [order.id, order])),
  hushed: {},
  sending: {},
  now: NOW,
  isActing: false,
  isTouched: false,
  ...more,
});
const later = (seconds: number) => NOW + seconds * 1_000;
const called = (orders: OrderCard[], more: Partial<Facts> = {}, before: Call = NO_CALL) => {
  const call = nextCall(before, facts(orders, more));
  return call.open ? call.rows : null;
};

describe('the call', () => {
  test('names an order that nobody here can read yet, and one whose time may be over but is not known to be', () => {
    expect(called([waiting('u', 80, { unread: true, actions: [] })])).toEqual(['u']);
    const about = { at: new Date(later(-5)).toISOString(), of: 'accept' as const, totalSeconds: 180, about: true };
    expect(called([waiting('a', 0, { deadline: about })])).toBeNull();
    expect(called([waiting('a', 0, { deadline: about }), waiting('b', 20)])).toEqual(['a', 'b']);
    expect(
      leftWaiting(hiddenCall(NO_CALL, facts([waiting('a', 0, { deadline: about })])), facts([waiting('a', 0, { deadline: about })])),
    ).toEqual([]);
  });

  test('comes when an untouched order is half-way through its time, and names all that wait, the most pressing first', () => {
    expect(called([waiting('a', 91)])).toBeNull();
    expect(called([waiting('a', 90)])).toEqual(['a']);
    expect(called([waiting('a', 170), waiting('b', 90), waiting('c', 100)])).toEqual(['b', 'c', 'a']);
  });

  test('comes for a touched order only in its last sixth', () => {
    expect(called([waiting('a', 60, { alerting: false })])).toBeNull();
    expect(called([waiting('a', 60)], { hushed: { a: true } })).toBeNull();
    expect(called([waiting('a', 30, { alerting: false })])).toEqual(['a']);
  });

  test('names pre-orders as well, and none that is on its way, decided elsewhere, or past its time', () => {
    expect(called([waiting('p', 80, { actions: [{ name: 'confirm', label: 'Confirm' }], preorder: true })])).toEqual(['p']);
    expect(called([waiting('a', 20, { pending: { action: 'accept', says: 'Accepting…', undoUntil: null, since: '' } })])).toBeNull();
    expect(called([waiting('a', 20)], { sending: { a: 'accept' } })).toBeNull();
    expect(called([waiting('a', 20, { actions: [] })])).toBeNull();
    expect(called([waiting('a', 0)])).toBeNull();
    expect(called([waiting('a', 20, { deadline: null })])).toBeNull();
  });

  test('never comes while somebody is at work on the screen: then the strip says how many wait', () => {
    const now = facts([waiting('a', 20), waiting('b', 170)], { isActing: true });
    const call = nextCall(NO_CALL, now);
    expect(call.open).toBe(false);
    expect(leftWaiting(call, now).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(askedCall(call, now)).toMatchObject({ open: true, rows: ['a', 'b'] });
  });

  test('is neither restarted nor reordered by an order that comes or goes while it is there', () => {
    const open = nextCall(NO_CALL, facts([waiting('a', 90), waiting('b', 100)]));
    expect(called([waiting('a', 80), waiting('b', 90), waiting('c', 5)], { isActing: true, isTouched: true }, open)).toEqual([
      'a',
      'b',
      'c',
    ]);
    const answered = waiting('a', 80, { actions: [], deadline: null, column: 'preparing' });
    expect(called([answered, waiting('b', 90)], { isTouched: true }, open)).toEqual(['a', 'b']);
    expect(called([answered, waiting('b', 90)], {}, open)).toEqual(['b']);
    expect(called([answered], {}, open)).toBeNull();
  });

  test('keeps a rejection in sight for as long as it can be taken back', () => {
    const open = nextCall(NO_CALL, facts([waiting('a', 90)]));
    const undoUntil = new Date(later(5)).toISOString();
    const rejecting = waiting('a', 80, { actions: [], pending: { action: 'reject', says: 'Rejecting…', since: '', undoUntil } });
    expect(called([rejecting], {}, open)).toEqual(['a']);
  });

  test('is gone with one touch for as long as it says, and back for the same orders only in their last moments', () => {
    const orders = [waiting('a', 170), waiting('b', 90)];
    const hidden = hiddenCall(nextCall(NO_CALL, facts(orders)), facts(orders));
    expect(hidden.open).toBe(false);
    expect(leftWaiting(hidden, facts(orders)).map(({ id }) => id)).toEqual(['b', 'a']);
    // Its last moments begin while it is hidden, and it stays hidden.
    expect(called(orders, { now: later(HIDDEN_S - 1) }, hidden)).toBeNull();
    expect(called(orders, { now: later(HIDDEN_S) }, hidden)).toEqual(['b', 'a']);
    expect(called([waiting('a', 170)], { now: later(90) }, hidden)).toBeNull();
    expect(called([waiting('a', 170)], { now: later(140) }, hidden)).toEqual(['a']);
    // One that came meanwhile is called for as any other.
    expect(called([waiting('a', 170), waiting('n', 150)], { now: later(70) }, hidden)).toEqual(['n', 'a']);
  });
});
