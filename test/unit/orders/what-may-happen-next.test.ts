import { describe, expect, it } from 'vitest';
import { allowedActions, effectShown, extraMinutes, shiftedTime, usualMinutes } from '../../../main/orders/commands.ts';
import { consequencesOf } from '../../../main/orders/consequences.ts';
import { deadlineOf, deadlineRules } from '../../../main/orders/deadline.ts';
import type { Order } from '../../../main/orders/order.ts';
import { statedPlacement } from '../../../main/orders/placed-at.ts';
import { isNewer, stageOf } from '../../../main/orders/stage.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';

const order = (...given: Parameters<typeof orderBody>) => orderOf(orderBody(...given));
const deviceFree = { flavour: 'device-free' } as const;
const actions = (of: Order) => allowedActions(of, stageOf(of), deviceFree);

describe('what staff may do', () => {
  const pre_order = { preorder_time: '2026-03-14T17:30:00.000Z', pre_order_status: 'confirmed' };
  it.each<[what: string, of: Order, actions: string[]]>([
    ['a new order is accepted or rejected', order('takeaway-cash'), ['accept', 'reject']],
    ['an accepted order is marked ready', order('takeaway-cash', { order_status: 'production' }), ['ready']],
    ['a ready order is marked delivered', order('takeaway-cash', { order_status: 'ready' }), ['delivered']],
    ['a delivered order has no action', order('takeaway-cash', { order_status: 'delivered' }), []],
    ['a rejected order has no action', order('takeaway-cash', { order_status: 'rejected' }), []],
    ['a pre-order is confirmed and never accepted', order('self-delivery-preorder'), ['confirm', 'reject']],
    ['a confirmed pre-order can be rejected', order('self-delivery-preorder', { pre_order }), ['reject']],
    ["only the courier marks a courier's order as delivered", order('group', { order_status: 'ready' }), []],
  ])('%s', (_, of, possible) => {
    expect(actions(of)).toEqual(possible);
  });
  it('in an advanced integration staff use the merchant app', () => {
    const waiting = order('takeaway-cash');
    expect(allowedActions(waiting, stageOf(waiting), { flavour: 'advanced' })).toEqual([]);
  });
  it("Accept adds the rush minutes, as far as the order's time may be shifted", () => {
    expect([0, 10, 25, 40].map((rush) => usualMinutes(order('group'), rush))).toEqual([0, 10, 25, 25]);
    expect([0, 10, 40].map((rush) => usualMinutes(order('group', { pickup_eta: null }), rush))).toEqual([0, 0, 0]);
  });
  it('extra minutes need a pickup estimate, and count from the first estimate', () => {
    expect(extraMinutes(order('group', { pickup_eta: null }))).toEqual([0]);
    expect(extraMinutes(order('group'))).toEqual([0, 5, 10, 15, 20, 25]);
    expect(shiftedTime(order('group'), 25, '2026-03-14T11:30:00.000Z')).toBe('2026-03-14T11:55:00.000Z');
    expect(shiftedTime(order('group'), 0, null)).toBeNull();
  });
  it('a pre-order with the pre-order status "confirmed" is scheduled, even if its status is unknown', () => {
    const odd = order('self-delivery-preorder', { pre_order, order_status: 'other' });
    expect(stageOf(odd, 'awaiting-confirmation')).toBe('scheduled');
    expect(stageOf(odd)).toBe('scheduled');
    expect(stageOf(odd, 'preparing')).toBe('preparing');
    expect(effectShown({ action: 'confirm' }, odd)).toBe(true);
  });
  it('an order with the older status "refunded" counts as delivered', () => {
    const refunded = order('takeaway-cash', { order_status: 'refunded' });
    expect([stageOf(refunded), stageOf(refunded, 'preparing'), actions(refunded)]).toEqual(['delivered', 'delivered', []]);
  });
  it("an unknown status leaves the order's stage unchanged", () => {
    const odd = order('group', { order_status: 'paused_by_aliens' });
    expect(stageOf(odd, 'preparing')).toBe('preparing');
    expect(stageOf(odd)).toBe('awaiting-acceptance');
  });
});

describe('older data never overwrites newer', () => {
  const at = (modified_at: string | null, order_status: string) => order('group', { modified_at, order_status });
  const [FIRST, SECOND, FUTURE] = ['2026-03-14T11:14:09.031Z', '2026-03-14T11:14:10.000Z', '2150-01-01T00:00:00.000Z'];
  it.each<[what: string, stored: Order, read: Order, isReadNewer: boolean]>([
    ['an earlier modified_at is older', at(SECOND, 'production'), at(FIRST, 'received'), false],
    ['a later modified_at is newer', at(FIRST, 'received'), at(SECOND, 'production'), true],
    ["a future modified_at doesn't block a rejection", at(FUTURE, 'production'), at(SECOND, 'rejected'), true],
    ["a future modified_at doesn't block later readings", at(FUTURE, 'production'), at(SECOND, 'ready'), true],
    ['without modified_at an earlier status is older', at(null, 'ready'), at(null, 'production'), false],
    ['with an equal modified_at a later status is newer', at(FIRST, 'production'), at(FIRST, 'ready'), true],
  ])('%s', (_, stored, read, isReadNewer) => {
    expect(isNewer(stored, read)).toBe(isReadNewer);
  });
});

describe('effects of an order', () => {
  it('a new order rings and may print; an accepted one prints and goes to the till, once', () => {
    const waiting = order('group');
    const preparing = order('group', { order_status: 'production' });
    expect(consequencesOf(null, waiting, 'awaiting-acceptance')).toEqual([{ kind: 'alert' }, { kind: 'paper', occasion: 'arrived' }]);
    expect(consequencesOf({ stage: 'awaiting-acceptance', order: waiting }, preparing, 'preparing')).toEqual([
      { kind: 'silence' },
      { kind: 'paper', occasion: 'accepted' },
      { kind: 'hand-to-till' },
    ]);
    expect(consequencesOf({ stage: 'preparing', order: preparing }, preparing, 'ready')).toEqual([]);
  });
  it('an order first seen in preparation prints; first seen delivered, it only goes to the till', () => {
    expect(consequencesOf(null, order('takeaway-cash'), 'ready').map(({ kind }) => kind)).toEqual(['paper', 'hand-to-till']);
    expect(consequencesOf(null, order('takeaway-cash'), 'delivered')).toEqual([{ kind: 'hand-to-till' }]);
  });
});

describe('changes in an order the kitchen has begun', () => {
  const items = (order('group').items.length > 0 && (orderBody('group').items as Body[])) || [];
  const prepared = (changed: Body[]) => order('group', { order_status: 'production', items: changed });
  const seen = (before: Body[], after: Body[]) =>
    consequencesOf({ stage: 'preparing', order: prepared(before) }, prepared(after), 'preparing').flatMap((due) =>
      due.kind === 'paper' && due.occasion === 'changed'
        ? due.changes.map(({ kind, before: was, after: is }) => [kind, was?.name ?? null, is?.name ?? null, is?.count ?? null])
        : [],
    );
  const [first = {}, second = {}, ...others] = items;

  it('are none when the same items are read again', () => {
    expect(seen(items, items)).toEqual([]);
    expect(seen(items, structuredClone(items))).toEqual([]);
  });
  it('are the removed line, the added line and the changed count', () => {
    expect(seen(items, [second, ...others])).toEqual([['removed', first.name, null, null]]);
    expect(seen([second, ...others], items)).toEqual([['added', null, first.name, first.count]]);
    expect(seen(items, [{ ...first, count: 7 }, second, ...others])).toEqual([['count', first.name, first.name, 7]]);
    expect(seen(items, [{ ...first, options: [] }, second, ...others])).toEqual([['options', first.name, first.name, first.count]]);
  });
  it('are one dish removed and one added if a row names another dish', () => {
    expect(seen(items, [{ ...first, name: 'Calzone' }, second, ...others])).toEqual([
      ['removed', first.name, null, null],
      ['added', null, 'Calzone', first.count],
    ]);
  });
  it('include a STOP when the order is cancelled', () => {
    const stopped = consequencesOf({ stage: 'preparing', order: prepared(items) }, prepared(items), 'rejected');
    expect(stopped).toEqual([{ kind: 'paper', occasion: 'cancelled' }, { kind: 'alert' }]);
  });
  it('have no effects if a cancelled order is read again, so its alarm goes on', () => {
    expect(consequencesOf({ stage: 'rejected', order: prepared(items) }, prepared(items), 'rejected')).toEqual([]);
  });
});

describe('deadlines', () => {
  const rules = { acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: false };
  const placed = (placed: ReturnType<typeof order>) => statedPlacement(placed, Number.MAX_SAFE_INTEGER) ?? 0;
  it('count from the time the service created the order', () => {
    const waiting = order('group');
    const deadline = { at: '2026-03-14T11:17:07.412Z', of: 'accept', totalSeconds: 180, about: false };
    expect(deadlineOf(stageOf(waiting), rules, placed(waiting))).toEqual(deadline);
    const preorder = order('self-delivery-preorder');
    expect(deadlineOf(stageOf(preorder), rules, placed(preorder))).toMatchObject({ of: 'confirm', at: '2026-03-14T09:17:41.118Z' });
  });
  it("use the service's limit if it gives one; a default limit is marked as approximate", () => {
    const venue = { accept_within_seconds: 180, confirm_within_seconds: 900 };
    expect(deadlineRules(venue, 300)).toMatchObject({ acceptWithinSeconds: 300, acceptIsAbout: false });
    expect(deadlineRules(venue, null)).toMatchObject({ acceptWithinSeconds: 180, acceptIsAbout: true });
    expect(deadlineRules({ ...venue, accept_within_seconds: 240 }, null)).toMatchObject({ acceptWithinSeconds: 240, acceptIsAbout: false });
  });
  it('end once the order is decided', () => {
    expect(deadlineOf('preparing', rules, 0)).toBeNull();
  });
});

describe("a command's effect is read off the order", () => {
  it("and isn't assumed before the order's status shows it", () => {
    expect(effectShown({ action: 'accept', extraMinutes: 0 }, order('group'))).toBe(false);
    expect(effectShown({ action: 'accept', extraMinutes: 0 }, order('group', { order_status: 'ready' }))).toBe(true);
    expect(effectShown({ action: 'ready' }, order('group', { order_status: 'production' }))).toBe(false);
    expect(effectShown({ action: 'reject', reason: 'x', code: 'GENERIC' }, order('group', { order_status: 'rejected' }))).toBe(true);
  });
});
