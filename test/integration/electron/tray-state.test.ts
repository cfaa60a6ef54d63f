/** What tray and desktop notifications show of the app's state. */
import { describe, expect, test } from 'vitest';
import { type AppState, type Change, type IntakeSource, nothingShown, type OrderCard, type StatePush } from '../../../contract/contract.ts';
import type { Language } from '../../../contract/language.ts';
import { wordsOf } from '../../../contract/locales.ts';
import { message } from '../../../contract/message.ts';
import { announcementOf, followTrayState } from '../../../main/hosts/electron/tray-state.ts';
import { anApp, INTAKE, LOST_VENUE, PRINTERS_IN_TROUBLE } from '../../../renderer/gallery/made-up/venue.ts';
import { card } from '../../unit/renderer/board/card.ts';

const source = (kind: IntakeSource['kind'], over: Partial<IntakeSource> = {}): IntakeSource => ({
  ...(INTAKE()[0] as IntakeSource),
  kind,
  state: 'waiting',
  text: '',
  ...over,
});
const app = anApp({ intake: [source('poller'), source('receiver')] });

const order = (id: string, more: Partial<OrderCard> = {}): OrderCard =>
  card({
    id,
    number: `#${id}`,
    venueName: 'Harbour Grill',
    customer: 'A Consumer',
    phone: '+00 000 000',
    address: 'Some street 1',
    comment: 'ring twice',
    itemCount: 3,
    total: { amount: 4750, currency: 'EUR', digits: 2 },
    toPay: { amount: 5080, currency: 'EUR', digits: 2 },
    alerting: true,
    ...more,
  });

function snapshot(orders: OrderCard[], more: Partial<AppState> = {}): StatePush {
  const byId = Object.fromEntries(orders.map((each) => [each.id, each]));
  return { push: 'snapshot', of: 'counter', seq: 1, state: { ...nothingShown(), app: { app }, orders: byId, ...more } };
}
const patch = (...changes: Change[]): StatePush => ({ push: 'patch', seq: 2, after: 1, changes });
const put = (changed: OrderCard): Change => ({ topic: 'orders', id: changed.id, value: changed });
const arrived = (news: { arrived: OrderCard[] }): string[] => news.arrived.map((each) => each.id);

describe('a new order', () => {
  test('is announced once, however often its card changes', () => {
    const follow = followTrayState(Date.now);
    expect(arrived(follow(snapshot([])))).toEqual([]);
    expect(arrived(follow(patch(put(order('1')), put(order('2')))))).toEqual(['1', '2']);
    expect(arrived(follow(patch(put(order('1', { itemCount: 4 })))))).toEqual([]);
    expect(arrived(follow(snapshot([order('1'), order('2'), order('3')])))).toEqual(['3']);
  });

  test('that came before a restart is announced again, unless staff have tapped it', () => {
    const news = followTrayState(Date.now)(snapshot([order('1'), order('2', { alerting: false })]));
    expect(arrived(news)).toEqual(['1']);
    expect([...news.ringing]).toEqual(['1']);
  });

  test('stops ringing when staff tap it or it leaves the board', () => {
    const follow = followTrayState(Date.now);
    follow(snapshot([order('1'), order('2')]));
    expect([...follow(patch(put(order('1', { alerting: false })))).ringing]).toEqual(['2']);
    expect([...follow(patch({ topic: 'orders', id: '2', value: null })).ringing]).toEqual([]);
  });

  test('that rings again, such as a due pre-order, is announced again', () => {
    const follow = followTrayState(Date.now);
    follow(snapshot([order('1')]));
    expect(arrived(follow(patch(put(order('1', { alerting: false })))))).toEqual([]);
    expect(arrived(follow(patch(put(order('1')))))).toEqual(['1']);
  });

  test('is counted but not announced by an unattended computer, even once someone is there', () => {
    const follow = followTrayState(Date.now);
    const news = follow(snapshot([order('1')], { app: { app: { ...app, unattended: true } } }));
    expect(arrived(news)).toEqual([]);
    expect(news.newOrders).toBe(1);
    expect(arrived(follow(patch({ topic: 'app', id: 'app', value: app }, put(order('2')))))).toEqual(['2']);
  });

  test('is announced without customer data, because a locked screen shows it', () => {
    expect(announcementOf(order('7'))).toEqual({ title: 'New order #7', body: 'Harbour Grill · Home delivery · 3 items · 50.80 EUR' });
    expect(announcementOf(order('7', { itemCount: 1, total: null, toPay: null })).body).toBe('Harbour Grill · Home delivery · 1 item');
  });
});

test("a new order is announced with its total, the cash to pay, or the sum of its items, and with the sum's name", () => {
  const cashToCollect = { amount: 2000, currency: 'EUR', digits: 2 };
  expect(announcementOf(order('7', { cashToCollect })).body).toBe('Harbour Grill · Home delivery · 3 items · To pay: 20.00 EUR');
  expect(announcementOf(order('7', { toPay: null })).body).toBe('Harbour Grill · Home delivery · 3 items · Items: 47.50 EUR');
});

describe("an order that rings and isn't new", () => {
  test('is announced with its reason: a reported cancel, or a due pre-order', () => {
    expect(announcementOf(order('7', { column: 'preparing' })).title).toBe('Order #7: check it now');
    expect(announcementOf(order('7', { column: 'ended' })).title).toBe('Order #7: check it now');
    expect(announcementOf(order('7', { column: 'scheduled', preorder: true })).title).toBe("Pre-order #7 isn't being prepared yet");
    expect(announcementOf(order('7', { column: 'ended', cancelled: 'unseen' })).title).toBe('Order #7 was cancelled: stop cooking it.');
  });

  test('is announced again if the reason changes while it rings', () => {
    const follow = followTrayState(Date.now);
    expect(arrived(follow(snapshot([order('1')])))).toEqual(['1']);
    expect(arrived(follow(patch(put(order('1', { column: 'ended' })))))).toEqual(['1']);
    expect(arrived(follow(patch(put(order('1', { column: 'ended', itemCount: 4 })))))).toEqual([]);
  });

  test("that isn't read yet is announced without a number of items, not with zero", () => {
    const unread = order('7', { unread: true, itemCount: 0, total: null, toPay: null, kindLabel: 'Order type not known yet' });
    expect(announcementOf(unread)).toEqual({ title: 'New order #7', body: 'Harbour Grill · Order type not known yet' });
  });
});

describe('the tray', () => {
  test('counts the unanswered orders', () => {
    const follow = followTrayState(Date.now);
    expect(follow(snapshot([]))).toMatchObject({ light: 'quiet', newOrders: 0, tooltip: 'Tillbridge: no new orders' });
    expect(follow(patch(put(order('1'))))).toMatchObject({ light: 'new', newOrders: 1, tooltip: 'Tillbridge: 1 new order' });
    expect(follow(patch(put(order('2', { alerting: false }))))).toMatchObject({ newOrders: 2, tooltip: 'Tillbridge: 2 new orders' });
    const decided = patch(put(order('1', { column: 'preparing' })), put(order('2', { column: 'ended' })));
    expect(follow(decided)).toMatchObject({ light: 'quiet', newOrders: 0 });
  });

  test("counts in the screens' language and its plural forms", () => {
    const late = order('late', { alerting: false, column: 'preparing', pickupAt: '2026-03-14T11:00:00.000Z' });
    const reported = (language: Language, count: number): string => {
      const orders = Array.from({ length: count }, (_, at) => order(`${at}`));
      return followTrayState(Date.now, wordsOf(language))(snapshot([...orders, late])).tooltip;
    };
    expect(reported('pl', 2)).toBe('Tillbridge: 2 nowe zamówienia, 1 spóźnione');
    expect(reported('pl', 5)).toBe('Tillbridge: 5 nowych zamówień, 1 spóźnione');
    expect(reported('fi', 1)).toBe('Tillbridge: 1 uusi tilaus, 1 myöhässä');
    expect(reported('ja', 0)).toBe('Tillbridge: 新しい注文はありません、遅れ 1件');
    const announced = announcementOf(order('7', { kindLabel: message('orderType.selfDelivery') }), wordsOf('de'));
    expect(announced).toEqual({ title: 'Neue Bestellung #7', body: 'Harbour Grill · Eigene Lieferung · 3 Artikel · 50,80\u00a0€' });
  });

  test("says that the service can't be reached, cut to the length of a tooltip", () => {
    const text = `The service isn't responding. ${'x'.repeat(200)}`;
    const silent = { ...app, intake: [source('poller', { state: 'lost', text })] };
    const news = followTrayState(Date.now)(snapshot([], { app: { app: silent } }));
    expect(news.light).toBe('offline');
    expect(news.tooltip).toContain("no new orders\nThe service isn't responding.");
    expect(news.tooltip.length).toBe(127);
  });

  test.each<[string, Partial<AppState>]>([
    ['a job that failed for good', { app: { app: { ...app, failedJobs: 1 } } }],
    ["a receiver that doesn't listen", { app: { app: { ...app, intake: [source('receiver', { state: 'lost' })] } } }],
    ['a relay that is lost', { app: { app: { ...app, intake: [source('receiver'), source('relay', { state: 'lost' })] } } }],
    ['a venue to reconnect', { venues: { v: LOST_VENUE } }],
    ['an error notice', { notices: { n: { id: 'n', level: 'error', text: '', hint: null, at: '', dismissible: true } } }],
  ])('shows that action is needed: %s', (_what, more) => {
    const news = followTrayState(Date.now)(snapshot([], more));
    expect(news.light).toBe('trouble');
    expect(news.tooltip).toContain('Something needs attention');
  });

  test('shows a printer in trouble with its own icon', () => {
    const [printer] = PRINTERS_IN_TROUBLE();
    const news = followTrayState(Date.now)(snapshot([], { printers: printer ? { k: printer } : {} }));
    expect(news.light).toBe('printer');
    expect(news.tooltip).toContain('Something needs attention');
  });

  test('shows how many orders are late as time passes, even without an update of the orders', () => {
    let now = Date.parse('2026-03-14T11:30:00Z');
    const follow = followTrayState(() => now);
    const cooking = order('1', { column: 'preparing', alerting: false, pickupAt: '2026-03-14T11:36:00Z' });
    expect(follow(snapshot([cooking]))).toMatchObject({ light: 'quiet', openOrders: 1 });
    now += 7 * 60_000;
    expect(follow(null)).toMatchObject({ light: 'late', count: 1, tooltip: 'Tillbridge: no new orders, 1 late' });
    expect(follow(patch(put({ ...cooking, column: 'ended' })))).toMatchObject({ light: 'quiet', openOrders: 0 });
  });

  test('shows new orders before any trouble', () => {
    const silent = { ...app, intake: [source('poller', { state: 'lost', text: 'No answer.' })] };
    expect(followTrayState(Date.now)(snapshot([order('1')], { app: { app: silent } }))).toMatchObject({
      light: 'new',
      tooltip: 'Tillbridge: 1 new order\nNo answer.',
    });
  });
});
