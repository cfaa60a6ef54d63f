/** Reports: parts add up, days sum to the month, and unreadable amounts are in no sum. */
import { beforeEach, expect, test } from 'vitest';
import { daysIn, everyDay, type Report, type Span, spanOfMonth } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { createReport, type FiguresOfOrders, type ReportedOrder } from '../../../main/history/report.ts';
import { createDaysTable, orderRow, ordersHead } from '../../../main/history/report-csv.ts';
import { boundsOf, dayOf } from '../../../main/history/span.ts';
import { figuresOf } from '../../../main/orders/figures.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { PastOrder } from '../../../main/store/search/history.ts';
import { orderOf } from '../../fixtures/orders.ts';
import { pastOrder } from '../../fixtures/past-order.ts';
import fc from '../../setup/property.ts';

const AT = new Date('2026-03-14T11:14:00').getTime();
const DAY: Span = { firstDay: '2026-03-14', lastDay: '2026-03-14' };
const iso = (at: number) => new Date(at).toISOString();

function reported(orderId: string, over: Partial<PastOrder> = {}, rest: Partial<Omit<ReportedOrder, 'past'>> = {}): ReportedOrder {
  const past = pastOrder(AT, { orderId, number: orderId, ...over });
  return { past, rejectedHere: null, rejection: null, refunded: [], items: [], money: null, mishap: null, staff: null, ...rest };
}

function figures(span: Span, orders: readonly ReportedOrder[]): FiguresOfOrders {
  const report = createReport(span, iso, isoDigits);
  for (const order of orders) report.add(order);
  return report.figures();
}

/** The table of these orders' days, and its cells, one object a line. */
function daysTable(orders: readonly ReportedOrder[]) {
  const table = createDaysTable(isoDigits);
  for (const order of orders) table.add(order);
  const [head = '', ...lines] = table.text().slice(1).trim().split('\r\n');
  const columns = head.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])));
  return { text: table.text(), rows };
}

const texts = (sums: Report['sales']) => sums.map(english);

test('an order with an unreadable amount is in no sum, and is counted separately', () => {
  const unread = { amount: null, currency: null };
  const report = figures(DAY, [reported('1'), reported('2', unread), reported('3', { amount: 250 })]);
  expect(texts(report.sales)).toEqual(['12.50 EUR']);
  expect(texts(report.average)).toEqual(['6.25 EUR']);
  expect(report.unreadAmounts).toBe(1);
});

test('an order that could never be read is counted, but in no sum, and neither accepted nor rejected', () => {
  const nothing = { amount: null, currency: null, acceptedAt: null, endedAt: null, items: 0 } as const;
  const unread = reported('4f2a…', { ...nothing, claim: 'CREATED', stage: 'awaiting-acceptance' });
  const cancelled = reported('5b1c…', { ...nothing, claim: 'CANCELED', stage: 'rejected' });
  const report = figures(DAY, [reported('1'), unread, cancelled]);
  expect(report).toMatchObject({ orders: 3, unread: 2, taken: 1, rejected: 0, cancelled: 0, unreadAmounts: 0, unclearMoney: 1, lost: [] });
  expect(texts(report.sales)).toEqual(['10.00 EUR']);
  expect(orderRow(cancelled, iso, isoDigits)).toMatch(/,takeaway,not-read,.*,CANCELED\r\n$/);
  expect(orderRow(cancelled, iso, isoDigits)).not.toContain('elsewhere');
  const { rows } = daysTable([reported('1'), unread, cancelled]);
  expect(rows).toMatchObject([{ orders: '3', taken: '1', rejected: '0', orders_not_read: '2' }]);
});

test("each order counts on its day, hour and weekday by the venue's clock, Monday first", () => {
  const moments = ['2026-03-13T23:40:00', '2026-03-14T00:10:00', '2026-03-15T17:59:59', '2026-03-16T05:44:00'];
  const orders = moments.map((moment) => reported(moment, { placedAt: new Date(moment).getTime() }));
  const { days, hours, weekdays } = figures({ firstDay: '2026-03-13', lastDay: '2026-03-16' }, orders);
  expect(days.map(({ day, orders: count }) => [day, count])).toEqual(moments.map((moment) => [moment.slice(0, 10), 1]));
  const filled = (counts: readonly number[]) => counts.flatMap((count, hour) => (count > 0 ? [hour] : []));
  expect(filled(hours.map((of) => of.orders))).toEqual([0, 5, 17, 23]);
  expect(weekdays.map(filled)).toEqual([[5], [], [], [], [23], [0], [17]]);
});

test('amounts of two currencies are listed separately, never added', () => {
  const report = figures(DAY, [reported('1'), reported('2', { amount: 700, currency: 'JPY' }), reported('3')]);
  expect(texts(report.sales)).toEqual(['20.00 EUR', '700 JPY']);
  expect(report.days[0]?.sales).toMatchObject([
    { currency: 'EUR', taken: 2 },
    { currency: 'JPY', taken: 1 },
  ]);
});

test('an order flood with invented currencies and dishes keeps the report short and complete', () => {
  const made = Array.from({ length: 30_000 }, (_, at) =>
    reported(String(at), { currency: `C${at}`, kind: `kind ${at}` }, { items: [{ name: `Dish ${at}`, count: 1 }] }),
  );
  const own = [1, 2].map((at) => reported(`own ${at}`, {}, { items: [{ name: 'Soup', count: 1 }] }));
  const report = figures(DAY, [...made.slice(0, 15_000), ...own, ...made.slice(15_000)]);
  expect(report.taken).toBe(30_002);
  expect(texts(report.sales)[0]).toBe('20.00 EUR');
  expect(report.sales.length).toBe(21);
  expect(report.unreadAmounts).toBe(30_000 - 20);
  expect(report.byKind.find(({ key }) => key === 'takeaway')?.count).toBe(2);
  expect(report.byKind.length).toBeLessThan(30);
  expect(report.byKind.reduce((sum, { count }) => sum + count, 0)).toBe(30_002);
  expect(report.topItems[0]).toEqual({ name: 'Soup', count: 2 });
  expect(JSON.stringify(report).length).toBeLessThan(60_000);
});

test('an order with an absurd amount is in no sum, and is counted separately', () => {
  const own = { currency: 'EUR', sales: 1000, discounts: 0, fees: 0, tip: 0, cash: 0, deposits: 0 };
  const huge = Number.MAX_SAFE_INTEGER;
  const orders = [
    ...[1, 2].map((at) => reported(`${at}`, {}, { money: own })),
    ...[3, 4, 5].map((at) => reported(`${at}`, { amount: huge }, { money: { ...own, sales: huge } })),
    reported('6', {}, { money: { ...own, tip: -huge } }),
  ];
  const report = figures(DAY, orders);
  expect(texts(report.sales)).toEqual(['30.00 EUR']);
  expect(report.unreadAmounts).toBe(3);
  expect(report.money.map(({ total }) => english(total))).toEqual(['20.00 EUR']);
  expect(report.unclearMoney).toBe(4);
  expect(daysTable(orders).text).toMatch(/,20\.00,0\.00,0\.00,4,0\r\n$/);
});

test('a dish with a very long name is counted by the part of the name that fits a card', () => {
  const [item] = figuresOf(orderOf({ id: 'o', venue: { id: 'v' }, items: [{ name: 'x'.repeat(1_000_000), count: 2 }] })).items;
  expect(item?.count).toBe(2);
  expect(item?.name?.length).toBeLessThan(200);
});

test('cancelled orders are counted apart from rejected ones', () => {
  const ended = (id: string, rest: Partial<ReportedOrder>) => reported(id, { stage: 'rejected' }, rest);
  const orders = [
    ended('1', { rejection: 'cancelled' }),
    ended('2', { rejection: 'here', rejectedHere: 'GENERIC' }),
    ended('3', { rejection: 'others' }),
  ];
  const report = figures(DAY, orders);
  expect(report).toMatchObject({ rejected: 2, cancelled: 1, taken: 0, sales: [] });
  expect(report.rejectsBy.map(({ key, count }) => [key, count])).toEqual([
    ['GENERIC', 1],
    ['elsewhere', 1],
  ]);
  const [cancelled, , elsewhere] = orders.map((order) => orderRow(order, () => '', isoDigits));
  expect(cancelled).toContain('cancelled');
  expect(cancelled).not.toMatch(/elsewhere|rejected/);
  expect(elsewhere).toMatch(/rejected.*elsewhere/);
});

test('missed orders have their own figure with lost sales after discounts, without fees and tips', () => {
  const missed = (id: string, over: Partial<PastOrder> = {}, rest: Partial<ReportedOrder> = {}) =>
    reported(
      id,
      { stage: 'rejected', acceptedAt: null, ...over },
      { rejection: 'missed', mishap: { what: 'missed', causes: [] }, ...rest },
    );
  const paid = { currency: 'EUR', sales: 900, discounts: 100, fees: 390, tip: 200, cash: 0, deposits: 0 };
  const orders = [
    missed('1', { amount: 900 }, { money: paid }),
    missed('2', { amount: 700, currency: 'JPY' }),
    missed('3', { amount: null, currency: null }),
    reported('4', { stage: 'rejected' }, { rejection: 'others' }),
    reported('5'),
  ];
  const report = figures(DAY, orders);
  expect(report).toMatchObject({ orders: 5, taken: 1, rejected: 1, cancelled: 0, missed: { count: 3, unread: 1 } });
  expect(texts(report.missed.sums)).toEqual(['9.00 EUR', '700 JPY']);
  expect(texts(report.sales)).toEqual(['10.00 EUR']);
  expect(report.lost.map(({ what }) => what)).toEqual(['missed', 'missed', 'missed']);
  expect(daysTable(orders).rows).toMatchObject([
    { currency: 'EUR', missed: '3', missed_amount: '9.00' },
    { currency: 'JPY', missed: '0', missed_amount: '700' },
  ]);
  expect(orderRow(orders[0] as ReportedOrder, iso, isoDigits)).toMatch(/,takeaway,missed,.*,9\.00,EUR,,missed,/);
});

test("the median and slowest time to accept don't include pre-orders", () => {
  const seconds = [40, 10, 90, 20].map((count, at) => reported(String(at), { acceptedAt: AT + count * 1_000 }));
  const untimed = reported('p', { isPreorder: true, acceptedAt: AT + 3_600_000 });
  expect(figures(DAY, [...seconds, untimed]).toAccept).toEqual({ median: 20, slowest: 90 });
  expect(figures(DAY, [untimed]).toAccept).toBeNull();
});

const euro = (amount: number) => ({ amount, currency: 'EUR' });

function moneyOf(body: Record<string, unknown>) {
  return figuresOf(orderOf({ id: 'o', venue: { id: 'v' }, order_number: '1', order_status: 'delivered', items: [], ...body })).money;
}

test('fees, tips, discounts and cash are listed separately, with discounts of either sign', () => {
  for (const sign of [1, -1])
    expect(
      moneyOf({
        basket_price: { total: euro(1000), price_breakdown: { total_discounts: euro(sign * 250) } },
        fees: { total: euro(390) },
        delivery: { type: 'homedelivery', courier_tip: euro(200) },
        cash_payment: { cash_amount: euro(1590) },
      }),
    ).toEqual({ currency: 'EUR', sales: 1000, discounts: 250, fees: 390, tip: 200, cash: 1590, deposits: 0 });
});

test('an order with one unreadable part is in no sum', () => {
  expect(moneyOf({ basket_price: { total: euro(1000) }, fees: { total: 'three euros' } })).toBeNull();
  expect(moneyOf({ basket_price: { total: euro(1000) }, cash_payment: { cash_amount: 'some' } })).toBeNull();
  expect(moneyOf({ basket_price: { total: euro(1000) }, fees: { total: { amount: 390, currency: 'JPY' } } })).toBeNull();
  const report = figures(DAY, [reported('1'), reported('2', {}, { money: moneyOf({ basket_price: { total: euro(1000) } }) })]);
  expect(report.unclearMoney).toBe(1);
  expect(report.money[0]?.total.amount).toBe(1000);
});

test("a deposit is shown only if the stated sum says whether it's per piece or per line", () => {
  const lines = (total: number) => ({
    basket_price: { total: euro(total) },
    items: [{ name: 'Cola', count: 3, item_price: { total: euro(900) }, deposit: { gross_price: euro(15) } }],
  });
  expect(moneyOf(lines(915))?.deposits).toBe(15);
  expect(moneyOf(lines(945))?.deposits).toBe(45);
  expect(moneyOf(lines(900))?.deposits).toBeNull();
  const single = { name: 'Cola', count: 1, item_price: { total: euro(300) }, deposit: { gross_price: euro(15) } };
  expect(moneyOf({ basket_price: { total: euro(300) }, items: [single] })?.deposits).toBe(15);
});

const MONTHS = ['2026-02', '2026-03', '2026-10', '2026-11', '2028-02'];
const someOrder = (span: Span) => {
  const [from, to] = boundsOf(span);
  return fc
    .record({
      placedAt: fc.integer({ min: from, max: to - 1 }),
      currency: fc.constantFrom('EUR', 'JPY'),
      sales: fc.integer({ min: 0, max: 90_000 }),
      discounts: fc.integer({ min: 0, max: 5_000 }),
      fees: fc.integer({ min: 0, max: 900 }),
      tip: fc.integer({ min: 0, max: 900 }),
      refunded: fc.option(fc.integer({ min: 1, max: 900 })),
      end: fc.constantFrom('delivered', 'delivered', 'rejected', 'cancelled', 'missed', 'unread'),
      kind: fc.constantFrom('takeaway', 'homedelivery', 'eatin'),
      dish: fc.constantFrom('Soup', 'Rice', null),
      isLate: fc.boolean(),
    })
    .map(({ placedAt, currency, sales, discounts, fees, tip, refunded, end, kind, dish, isLate }): ReportedOrder => {
      const isOver = end === 'rejected' || end === 'cancelled' || end === 'missed';
      const stage = isOver ? 'rejected' : 'delivered';
      const amount = end === 'unread' ? null : sales;
      return reported(
        String(placedAt),
        { placedAt, currency, kind, amount, stage, readyAt: placedAt, dueAt: placedAt },
        {
          money: end === 'unread' ? null : { currency, sales, discounts, fees, tip, cash: 0, deposits: 0 },
          rejection: end === 'rejected' ? 'others' : end === 'cancelled' || end === 'missed' ? end : null,
          refunded: refunded === null ? [] : [{ amount: refunded, currency }],
          items: [{ name: dish, count: 1 }],
          mishap: isLate && !isOver ? { what: 'late', causes: [] } : null,
        },
      );
    });
};
const someMonth = fc
  .constantFrom(...MONTHS)
  .chain((month) => fc.tuple(fc.constant(spanOfMonth(month)), fc.array(someOrder(spanOfMonth(month)), { maxLength: 60 })));

const amounts = (sums: Report['sales']) => Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount]));
function added(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of all) for (const [key, amount] of Object.entries(one)) sum[key] = (sum[key] ?? 0) + amount;
  return sum;
}
const without = (sums: Record<string, number>) => Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

test("the days' figures add up to the month's, and each order is on one day", () => {
  fc.assert(
    fc.property(someMonth, ([span, orders]) => {
      const month = figures(span, orders);
      const days = everyDay(span).map((day) => {
        const one = { firstDay: day, lastDay: day };
        const [from, to] = boundsOf(one);
        return figures(
          one,
          orders.filter(({ past }) => past.placedAt >= from && past.placedAt < to),
        );
      });
      const counts = ({
        orders: placed,
        taken,
        rejected,
        cancelled,
        items,
        unreadAmounts,
        unclearMoney,
        missed,
        late,
      }: FiguresOfOrders) => ({
        ...{ placed, taken, rejected, cancelled, items, unreadAmounts, unclearMoney },
        ...{ missed: missed.count, late: late.count },
      });
      expect(added(days.map(counts))).toEqual(counts(month));
      expect(added(days.map((day) => amounts(day.sales)))).toEqual(amounts(month.sales));
      expect(added(days.map((day) => amounts(day.missed.sums)))).toEqual(amounts(month.missed.sums));
      for (const part of ['items', 'discounts', 'fees', 'tips', 'refunds', 'total'] as const)
        expect(without(added(days.map(({ money }) => amounts(money.map((sums) => sums[part])))))).toEqual(
          without(amounts(month.money.map((sums) => sums[part]))),
        );
      expect(month.days.map(({ day, orders }) => [day, orders])).toEqual(days.map((day) => [day.span.firstDay, day.orders]));
    }),
  );
});

test('payments add up; types, hours and weekdays sum to all orders', () => {
  fc.assert(
    fc.property(someMonth, ([span, orders]) => {
      const month = figures(span, orders);
      for (const { items, discounts, fees, tips, refunds, total } of month.money)
        expect(items.amount + discounts.amount + fees.amount + tips.amount + refunds.amount).toBe(total.amount);
      expect(month.byKind.reduce((sum, { count }) => sum + count, 0)).toBe(month.taken);
      expect(added(month.byKind.map(({ revenue }) => amounts(revenue)))).toEqual(amounts(month.sales));
      expect(month.hours.reduce((sum, { orders }) => sum + orders, 0)).toBe(month.orders);
      expect(month.weekdays.flat().reduce((sum, count) => sum + count, 0)).toBe(month.orders);
      expect(added(month.hours.map(({ sales }) => amounts(sales)))).toEqual(amounts(month.sales));
    }),
  );
});

test("the table of days has the report's sums, in each currency", () => {
  fc.assert(
    fc.property(someMonth, ([span, orders]) => {
      const { rows } = daysTable(orders.toSorted((a, b) => a.past.placedAt - b.past.placedAt));
      const month = figures(span, orders);
      const sumOf = (column: string, of = rows) => of.reduce((sum, row) => sum + Number(row[column]), 0);
      expect([sumOf('orders'), sumOf('missed')]).toEqual([month.orders, month.missed.count]);
      const inMinorUnits = (column: string, currency: string) => {
        const own = sumOf(
          column,
          rows.filter((row) => row.currency === currency),
        );
        return Math.round(own * 10 ** (isoDigits(currency) ?? 0));
      };
      for (const { currency, amount } of month.missed.sums) expect(inMinorUnits('missed_amount', currency)).toBe(amount);
      for (const { currency, total } of month.money) expect(inMinorUnits('total', currency)).toBe(total.amount);
    }),
  );
});

test('every line of the order table has a cell for each column', () => {
  const columns = ordersHead(false).split(',').length;
  expect(orderRow(reported('1'), iso, isoDigits).split(',')).toHaveLength(columns);
  const named = orderRow(reported('1', {}, { staff: { answeredBy: 'Ana', readyBy: null } }), iso, isoDigits);
  expect(named.split(',')).toHaveLength(ordersHead(true).split(',').length);
  expect(named.trimEnd()).toMatch(/,Ana,$/);
});

test.each(['Europe/Helsinki', 'America/Santiago', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'])(
  'in %s every moment belongs to exactly one day, also when the clocks change',
  (zone) => {
    process.env.TZ = zone;
    for (const month of ['2026-03', '2026-04', '2026-09', '2026-10', '2026-11']) {
      const span = spanOfMonth(month);
      const days = everyDay(span);
      expect(days).toHaveLength(daysIn(span));
      expect(boundsOf(span)[0]).toBe(boundsOf({ firstDay: days[0] ?? '', lastDay: days[0] ?? '' })[0]);
      for (const [at, day] of days.entries()) {
        const [from, to] = boundsOf({ firstDay: day, lastDay: day });
        const next = days[at + 1];
        expect([dayOf(from), dayOf(to - 1)]).toEqual([day, day]);
        if (next) expect(boundsOf({ firstDay: next, lastDay: next })[0]).toBe(to);
      }
    }
  },
);

const zone = process.env.TZ;
beforeEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('with semicolons and decimal commas, the tables of orders and days have the same content', () => {
  const form = { separator: ';', decimal: ',' } as const;
  const cells = (table: string, separator: string) => table.split('\r\n').map((line) => line.split(separator));
  const asWithCommas = (table: string) => cells(table, ';').map((line) => line.map((one) => one.replace(/^(-?\d+),(\d+)$/, '$1.$2')));
  const order = reported('1', {}, { money: moneyOf({ basket_price: { total: euro(1000) } }) });
  const row = orderRow(order, iso, isoDigits, form);
  expect(row).toContain(';10,00;EUR;');
  expect(asWithCommas(ordersHead(true, form) + row)).toEqual(cells(ordersHead(true) + orderRow(order, iso, isoDigits), ','));
  const [days, withCommas] = [createDaysTable(isoDigits, form), createDaysTable(isoDigits)];
  for (const table of [days, withCommas]) table.add(order);
  expect(days.text()).toMatch(/;\d+,\d\d;/);
  expect(asWithCommas(days.text())).toEqual(cells(withCommas.text(), ','));
});
