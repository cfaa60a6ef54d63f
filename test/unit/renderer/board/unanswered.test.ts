/** The order alert: when it opens, which orders it lists, and when it stays closed. */
import { describe, expect, test } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import {
  type Call,
  type Facts,
  firstOf,
  HIDDEN_S,
  hiddenCall,
  hiddenSeconds,
  leftWaiting,
  NO_CALL,
  nextCall,
  openedCall,
  waitingOrders,
} from '../../../../renderer/unanswered/call.ts';
import { card } from './card.ts';

const NOW = Date.parse('2026-03-14T11:30:00Z');
const later = (seconds: number) => NOW + seconds * 1_000;
const due = (left: number, totalSeconds = 180, more: Partial<NonNullable<OrderCard['deadline']>> = {}) =>
  ({ at: new Date(later(left)).toISOString(), of: 'accept', totalSeconds, ...more }) as const;
const waiting = (id: string, left: number, more: Partial<OrderCard> = {}): OrderCard =>
  card({ id, alerting: true, actions: [{ name: 'accept', label: 'Accept' }], deadline: due(left), ...more });
const ofFive = (id: string, left: number, more: Partial<OrderCard> = {}) => waiting(id, left, { deadline: due(left, 300), ...more });
/** Its time to answer is approximate. */
const unsure = (id: string, left: number) => waiting(id, left, { deadline: due(left, 180, { about: true }) });
const facts = (orders: OrderCard[], more: Partial<Facts> = {}): Facts => ({
  orders: Object.fromEntries(orders.map((order) => [order.id, order])),
  ...{ muted: {}, sending: {}, now: NOW, isActing: false, isTouched: false },
  ...more,
});
const called = (orders: OrderCard[], more: Partial<Facts> = {}, before: Call = NO_CALL) => {
  const call = nextCall(before, facts(orders, more));
  return call.open ? call.rows : null;
};

describe('the order alert', () => {
  test('lists an unread order, and beside others an order whose approximate time may be over', () => {
    expect(called([waiting('u', 80, { unread: true, actions: [] })])).toEqual(['u']);
    const over = unsure('a', -5);
    expect(called([over])).toBeNull();
    expect(called([over, waiting('b', 20)])).toEqual(['a', 'b']);
    expect(leftWaiting(hiddenCall(NO_CALL, facts([over])), facts([over]))).toEqual([]);
  });

  test('opens when half the time of an untapped order is over, and lists all, the most urgent first', () => {
    expect(called([waiting('a', 91)])).toBeNull();
    expect(called([waiting('a', 90)])).toEqual(['a']);
    expect(called([waiting('a', 170), waiting('b', 90), waiting('c', 100)])).toEqual(['b', 'c', 'a']);
  });

  test('opens for a tapped order only in the last sixth of its time', () => {
    expect(called([waiting('a', 60, { alerting: false })])).toBeNull();
    expect(called([waiting('a', 60)], { muted: { a: true } })).toBeNull();
    expect(called([waiting('a', 30, { alerting: false })])).toEqual(['a']);
  });

  test('lists pre-orders, but no order whose answer is being sent, decided elsewhere or expired', () => {
    expect(called([waiting('p', 80, { actions: [{ name: 'confirm', label: 'Confirm' }], preorder: true })])).toEqual(['p']);
    expect(called([waiting('a', 20, { pending: { action: 'accept', text: 'Accepting…', undoUntil: null, since: '' } })])).toBeNull();
    expect(called([waiting('a', 20)], { sending: { a: 'accept' } })).toBeNull();
    expect(called([waiting('a', 20, { actions: [] })])).toBeNull();
    expect(called([waiting('a', 0)])).toBeNull();
    expect(called([waiting('a', 20, { deadline: null })])).toBeNull();
  });

  test('stays closed while staff use the screen: the strip counts the orders', () => {
    const now = facts([waiting('a', 20), waiting('b', 170)], { isActing: true });
    const call = nextCall(NO_CALL, now);
    expect(call.open).toBe(false);
    expect(leftWaiting(call, now).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(openedCall(call, now)).toMatchObject({ open: true, rows: ['a', 'b'] });
  });

  test('stays closed over a setup page, which lists up to three orders itself, and opens for more', () => {
    const few = [waiting('a', 20), waiting('b', 80), waiting('c', 90)];
    expect(called(few, { isSetUp: true })).toBeNull();
    expect(leftWaiting(NO_CALL, facts(few, { isSetUp: true }))).toHaveLength(3);
    expect(called([...few, waiting('d', 170)], { isSetUp: true })).toEqual(['a', 'b', 'c', 'd']);
    expect(openedCall(NO_CALL, facts(few, { isSetUp: true })).open).toBe(true);
  });

  test('stays open in the same order of rows while orders are added or removed under a finger', () => {
    const open = nextCall(NO_CALL, facts([waiting('a', 90), waiting('b', 100)]));
    const more = [waiting('a', 80), waiting('b', 90), waiting('c', 5)];
    expect(called(more, { isActing: true, isTouched: true }, open)).toEqual(['a', 'b', 'c']);
    const answered = waiting('a', 80, { actions: [], deadline: null, column: 'preparing' });
    expect(called([answered, waiting('b', 90)], { isTouched: true }, open)).toEqual(['a', 'b']);
    expect(called([answered, waiting('b', 90)], {}, open)).toEqual(['b']);
    expect(called([answered], {}, open)).toBeNull();
  });

  test('keeps a rejection visible while it can be undone', () => {
    const open = nextCall(NO_CALL, facts([waiting('a', 90)]));
    const undoUntil = new Date(later(5)).toISOString();
    const rejecting = waiting('a', 80, { actions: [], pending: { action: 'reject', text: 'Rejecting…', since: '', undoUntil } });
    expect(called([rejecting], {}, open)).toEqual(['a']);
  });

  test('hides for its stated time, then returns for unanswered orders past half of their time', () => {
    const orders = [ofFive('a', 290), ofFive('b', 150)];
    const hidden = hiddenCall(nextCall(NO_CALL, facts(orders)), facts(orders));
    expect(hidden.open).toBe(false);
    expect(leftWaiting(hidden, facts(orders)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(called(orders, { now: later(HIDDEN_S - 1) }, hidden)).toBeNull();
    expect(called(orders, { now: later(HIDDEN_S) }, hidden)).toEqual(['b', 'a']);
    // An order only listed before counts as seen, but opens the alert at its own time.
    const seen = ofFive('a', 290, { alerting: false });
    expect(called([seen], { now: later(139) }, hidden)).toBeNull();
    expect(called([seen], { now: later(140) }, hidden)).toEqual(['a']);
    expect(called([seen, waiting('n', 200)], { now: later(110) }, hidden)).toEqual(['n', 'a']);
  });

  test("is hidden at most until an order's last moments; its button shows the seconds", () => {
    expect(hiddenSeconds(facts([waiting('a', 170)]))).toBe(60);
    expect(hiddenSeconds(facts([waiting('a', 85), waiting('b', 170)]))).toBe(55);
    expect(hiddenSeconds(facts([waiting('a', 40)]))).toBe(10);
    // In the order's last moments the alert returns once more before its end.
    expect(hiddenSeconds(facts([waiting('a', 28)]))).toBe(13);
    expect(hiddenSeconds(facts([waiting('a', 12)]))).toBe(60);
    expect(hiddenSeconds(facts([waiting('a', 12, { deadline: null })]))).toBe(60);
  });

  test.each([
    ['a pre-order of half an hour, hidden at 4:24', 264, 1_800],
    ['a pre-order of half an hour, hidden half-way', 890, 1_800],
    ['an order of three minutes, hidden half-way', 85, 180],
    ['an order of three minutes, hidden in its last moments', 28, 180],
  ])('%s again and again, is hidden no longer than stated and shown in its last 15 seconds', (_, left, totalSeconds) => {
    const order = waiting('p', left, { alerting: false, deadline: due(left, totalSeconds, { of: 'confirm' }) });
    let call: Call = openedCall(NO_CALL, facts([order]));
    let backBy = 0;
    let last = 0;
    for (let second = 0; second < left; second += 1) {
      const now = facts([order], { now: later(second) });
      call = nextCall(call, now);
      if (call.open) {
        last = second;
        const hides = hiddenSeconds(now);
        call = hiddenCall(call, now);
        expect(call.hiddenUntil).toBe(later(second + hides));
        backBy = second + hides;
      } else expect(second).toBeLessThan(backBy);
    }
    expect(left - last).toBeLessThanOrEqual(15);
  });

  test('sorts the order that expires first to the top once no finger is near', () => {
    const open = nextCall(NO_CALL, facts([waiting('a', 90), waiting('b', 100)]));
    const orders = [waiting('a', 80), waiting('b', 90), waiting('c', 51)];
    expect(called(orders, { isTouched: true }, open)).toEqual(['a', 'b', 'c']);
    expect(called(orders, {}, open)).toEqual(['c', 'a', 'b']);
    expect(firstOf(waitingOrders(facts(orders)), NOW)).toMatchObject({ order: { id: 'c' }, left: 51, over: 0 });
  });

  test('counts down to the next certain deadline, and counts orders whose time may be over apart', () => {
    const orders = [unsure('a', -9), unsure('b', -5), waiting('p', 600)];
    expect(firstOf(waitingOrders(facts(orders)), NOW)).toMatchObject({ order: { id: 'p' }, left: 600, over: 2 });
  });
});
