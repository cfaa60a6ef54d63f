/** The day's report: how many orders, which way, and what they came to. Sums of what the service stated, by currency; nobody's name. */
import { formatMoney } from '../orders/money.ts';
import type { Money, Order } from '../orders/order.ts';
import type { Stage } from '../orders/stage.ts';
import { valueRow } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { dateAndTime, kindOf, type PrintContext } from './ticket-words.ts';

export interface DaysOrder {
  order: Order;
  stage: Stage;
}

/** `day`: as it stands on the paper, such as "Sat 14 Mar 2026". Rejected orders are counted and add to no sum. */
export function dayReport(
  orders: readonly DaysOrder[],
  day: string,
  context: Pick<PrintContext, 'venueName' | 'printedAt' | 'timeZone'>,
): Document {
  const rejected = orders.filter(({ stage }) => stage === 'rejected').length;
  const taken = orders.filter(({ stage }) => stage !== 'rejected' && stage !== 'awaiting-acceptance' && stage !== 'awaiting-confirmation');
  const waiting = orders.length - rejected - taken.length;
  const items = taken.reduce((sum, { order }) => sum + order.items.reduce((count, item) => count + item.count, 0), 0);
  return {
    title: `Day report ${day}`,
    blocks: [
      { kind: 'text', text: 'DAY REPORT', size: 3, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: day, size: 2, bold: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: context.venueName, align: 'center' },
      { kind: 'rule', weight: 'heavy' },
      valueRow('Orders taken', String(taken.length), 'tall'),
      ...countedBy(taken.map(({ order }) => kindOf(order))).map(([kind, count]) => valueRow(`  ${kind}`, String(count))),
      valueRow('Rejected or cancelled', String(rejected)),
      ...(waiting > 0 ? [valueRow('Not decided yet', String(waiting))] : []),
      valueRow('Items', String(items)),
      { kind: 'rule', weight: 'light' },
      ...sums(
        'Items sold',
        taken.map(({ order }) => order.basketTotal),
        'tall',
      ),
      ...sums(
        'Fees',
        taken.map(({ order }) => order.feesTotal),
      ),
      ...sums(
        'Tips for couriers',
        taken.map(({ order }) => order.delivery.tip),
      ),
      ...sums(
        'Cash to collect',
        taken.map(({ order }) => order.cash?.collect ?? null),
      ),
      { kind: 'feed', lines: 1 },
      { kind: 'text', text: `Printed ${dateAndTime(context.printedAt, context)}`, align: 'center' },
    ],
  };
}

function countedBy(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}

/** One line a currency; amounts of different currencies are never added. None where nothing was stated. */
function sums(label: string, amounts: readonly (Money | null)[], size: 1 | 'tall' = 1): Block[] {
  const byCurrency = new Map<string, number>();
  for (const money of amounts) if (money) byCurrency.set(money.currency, (byCurrency.get(money.currency) ?? 0) + money.amount);
  return [...byCurrency].map(([currency, amount]) =>
    valueRow(label, formatMoney({ amount, currency }) ?? `see the app (${currency})`, size),
  );
}
