/** A table has one line per order, or per day and currency. */
import { english } from '../../contract/english.ts';
import { COMMAS, type TableForm } from '../../contract/table-form.ts';
import type { OrderMoney } from '../orders/figures.ts';
import { type CurrencyDigits, inUnits } from '../orders/money/money.ts';
import { createMissed } from './counts.ts';
import { csvHead, csvRow, decimal } from './csv.ts';
import { createMoneyTable } from './money-sums.ts';
import type { ReportedOrder } from './report.ts';
import { dayOf } from './span.ts';

const ORDER_COLUMNS =
  'number,order_id,venue_id,kind,stage,placed_at,noticed_at,accepted_at,due_at,ready_at,ended_at,items,amount,currency,rejected,mishap,cause,discounts,fees,tip,to_pay,cash,deposits,refunded,last_notification';
const DAY_COLUMNS =
  'day,currency,orders,taken,rejected,cancelled,missed,late,missed_amount,items,discounts,fees,tips,refunds,total,cash,deposits,orders_without_sums,orders_not_read';

/** Added if the venue names its staff. */
const STAFF_COLUMNS = ['answered_by', 'ready_by'];

export const ordersHead = (withStaff: boolean, form: TableForm = COMMAS): string =>
  csvHead([...ORDER_COLUMNS.split(','), ...(withStaff ? STAFF_COLUMNS : [])], form);

/** Cells of unknown amounts are empty. */
export function orderRow(
  { past, rejectedHere, rejection, mishap, money, refunded, staff }: ReportedOrder,
  iso: (at: number) => string,
  currencyDigits: CurrencyDigits,
  form: TableForm = COMMAS,
): string {
  const time = (at: number | null) => (at === null ? '' : iso(at));
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? '' : decimal(inUnits({ amount: minor, currency: past.currency ?? '' }, currencyDigits), form);
  return csvRow(
    [
      past.number,
      past.orderId,
      past.venueId,
      past.kind,
      past.claim !== null ? 'not-read' : rejection === 'missed' || rejection === 'cancelled' ? rejection : past.stage,
      time(past.placedAt),
      time(past.noticedAt),
      time(past.acceptedAt),
      time(past.dueAt),
      time(past.readyAt),
      time(past.endedAt),
      String(past.items),
      amount(past.amount),
      past.currency ?? '',
      rejection === null || rejection === 'missed' || rejection === 'cancelled' ? '' : (rejectedHere ?? 'elsewhere'),
      mishap ? mishap.what : '',
      english(mishap?.causes[0]?.text ?? ''),
      ...[money && 0 - money.discounts, money?.fees, money?.tip, money && toPayOf(money), money?.cash, money?.deposits].map(amount),
      amount(refunded.reduce((sum, one) => sum + (one.amount ?? 0), 0) || null),
      past.claim ?? '',
      ...(staff ? [staff.answeredBy ?? '', staff.readyBy ?? ''] : []),
    ],
    form,
  );
}

const toPayOf = ({ sales, fees, tip }: OrderMoney): number => sales + fees + tip;

/** One line per day and currency. Orders must come oldest first. */
export function createDaysTable(
  currencyDigits: CurrencyDigits,
  form: TableForm = COMMAS,
): { add(order: ReportedOrder): void; text(): string } {
  const days = new Map<string, ReturnType<typeof dayRows>>();
  return {
    add(order) {
      const day = dayOf(order.past.placedAt);
      const rows = days.get(day) ?? dayRows(day, currencyDigits, form);
      days.set(day, rows);
      rows.add(order);
    },
    text: () => csvHead(DAY_COLUMNS.split(','), form) + [...days.values()].map((rows) => rows.text()).join(''),
  };
}

/** Counts appear only in a day's first line, so that columns can be summed. */
function dayRows(day: string, currencyDigits: CurrencyDigits, form: TableForm) {
  const counts = { orders: 0, taken: 0, rejected: 0, cancelled: 0, late: 0, without: 0, unread: 0 };
  const [money, missed] = [createMoneyTable(currencyDigits), createMissed(currencyDigits)];
  return {
    add({ past, rejection, mishap, money: paid, refunded }: ReportedOrder) {
      counts.orders += 1;
      if (past.claim !== null) {
        counts.unread += 1;
        return;
      }
      if (rejection === 'missed') missed.add(past);
      else if (rejection === 'cancelled') counts.cancelled += 1;
      else if (rejection !== null) counts.rejected += 1;
      if (mishap?.what === 'late') counts.late += 1;
      for (const amount of refunded) money.refund(amount);
      if (past.acceptedAt === null || past.stage === 'rejected') return;
      counts.taken += 1;
      counts.without += paid && money.add(paid) ? 0 : 1;
    },
    text(): string {
      const { orders, taken, rejected, cancelled, late, without, unread } = counts;
      const paid = new Map(money.views().map((one) => [one.currency, one]));
      const { count, sums: notSold } = missed.view();
      const lost = new Map(notSold.map((one) => [one.currency, one]));
      const currencies = [...new Set([...paid.keys(), ...lost.keys()])];
      return (currencies.length > 0 ? currencies : [''])
        .map((currency, at) => {
          const one = paid.get(currency);
          const sums = one ? [one.items, one.discounts, one.fees, one.tips, one.refunds, one.total, one.cash] : Array(7).fill(null);
          const deposits = one && one.unclearDeposits === 0 ? decimal(one.deposits, form) : '';
          return csvRow(
            [
              day,
              currency,
              ...[orders, taken, rejected, cancelled, count, late].map((count) => String(at === 0 ? count : 0)),
              ...[lost.get(currency), ...sums].map((sum) => (sum ? decimal(sum, form) : '')),
              deposits,
              ...[without, unread].map((count) => String(at === 0 ? count : 0)),
            ],
            form,
          );
        })
        .join('');
    },
  };
}
