/** A made-up report of some days. */
import { daysIn, type MoneyView, message, type Report, type Span } from '../../../contract/contract.ts';
import { at, euros } from './at.ts';

/** Deterministic: the order count depends on the date. */
export function report(span: Span): Report {
  const days = Array.from({ length: daysIn(span) }, (_, place) => {
    const day = new Date(Date.parse(`${span.firstDay}T12:00:00Z`) + place * 86_400_000).toISOString().slice(0, 10);
    const orders = 20 + (Number(day.slice(8)) % 7) * 6;
    return { day, orders, taken: orders - 2, sales: [{ ...euros(orders * 2_450), taken: orders - 2 }] };
  });
  const orders = sum(days.map((day) => day.orders));
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const count = hour < 11 || hour > 22 ? 0 : ((hour * 7) % 11) + 2;
    return { orders: count, taken: count, sales: count === 0 ? [] : [{ ...euros(count * 2_450), taken: count }] };
  });
  const sales = euros(orders * 2_450);
  const none: MoneyView = euros(0);
  return {
    span,
    orders,
    unread: 1,
    taken: orders - 2 * days.length,
    rejected: 2,
    cancelled: 1,
    missed: { count: 1, sums: [euros(2_340)], unread: 0 },
    items: orders * 3,
    sales: [sales],
    average: [euros(2_450)],
    unreadAmounts: 0,
    money: [
      {
        currency: 'EUR',
        items: sales,
        discounts: euros(-4_200),
        fees: euros(orders * 190),
        tips: euros(5_600),
        refunds: euros(-2_280),
        total: euros(orders * 2_640 - 880),
        cash: euros(12_400),
        deposits: none,
        unclearDeposits: 0,
      },
    ],
    unclearMoney: 0,
    byKind: [
      { key: 'delivery', label: message('orderType.delivery'), count: Math.round(orders * 0.7), revenue: [euros(orders * 1_700)] },
      { key: 'takeaway', label: message('orderType.pickup'), count: Math.round(orders * 0.3), revenue: [euros(orders * 750)] },
    ],
    rejectsBy: [{ key: 'ITEMS_UNAVAILABLE', label: message('rejectReason.itemsUnavailable'), count: 2 }],
    refunds: { count: 2, sums: [euros(2_280)] },
    toAccept: { median: 38, slowest: 161 },
    toReady: { median: 840, slowest: 1_620 },
    late: { count: 4, of: orders - 2 },
    lateBy: [
      { cause: 'rush', count: 3 },
      { cause: 'printer', count: 1 },
    ],
    lostBy: [{ cause: 'nobody', count: 1 }],
    papers: { confirmed: orders, reported: 0, seen: 1, sent: 3, uncertain: 0 },
    days,
    hours,
    weekdays: Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => (hour < 11 || hour > 22 ? 0 : (day * hour) % 13)),
    ),
    topItems: [
      { name: 'House burger', count: 64 },
      { name: 'Ramen with roasted pork and egg', count: 41 },
      { name: 'Lemonade 0.4 l', count: 30 },
      { name: null, count: 3 },
    ],
    couriers: {
      asked: 3,
      ordered: 2,
      delivered: 1,
      cost: [euros(1_380)],
      tips: [euros(200)],
      list: [
        { id: 'd1', name: 'P11', at: at(-7_200), text: message('courier.delivered'), price: euros(690), tip: euros(200) },
        { id: 'd2', name: 'P12', at: at(-3_600), text: message('courier.cancelledByService'), price: euros(690), tip: null },
      ],
    },
    lost: [
      {
        id: 'order-123',
        number: '123',
        at: at(-9_000),
        what: 'missed',
        causes: [{ cause: 'nobody', text: message('cause.notTapped', { time: { at: at(-9_000), clockAlone: true } }), sure: true }],
      },
      {
        id: 'order-124',
        number: '124',
        at: at(-8_000),
        what: 'late',
        causes: [{ cause: 'rush', text: message('cause.ordersInPreparation', { alongside: 9 }), sure: false }],
      },
    ],
    moreLost: 2,
  };
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
