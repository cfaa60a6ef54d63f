/** Order counts and the service's sums by currency. No names. */
import { isRightToLeft } from '../../../contract/language.ts';
import type { MessageCode } from '../../../contract/message.ts';
import type { Translate } from '../../../contract/words.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { Money, Order } from '../../orders/order.ts';
import type { Stage } from '../../orders/stage.ts';
import { fitting } from '../../orders/text/fitting.ts';
import { rowsOf, shortText } from '../../orders/text/short-order.ts';
import { valueRow } from '../layout/blocks.ts';
import type { Block, Cell, Document } from '../layout/document.ts';
import { displayWidth } from '../layout/text/display-width.ts';
import { printable } from '../layout/text/printable-text.ts';
import { endsIn, leftOver } from './parts/continued.ts';
import { moneyOn } from './parts/money-on.ts';
import { dateAndTime, dayAndDate, kindOf, type PrintContext, tOn } from './parts/ticket-words.ts';

export interface DaysOrder {
  order: Order;
  stage: Stage;
}

/** Times in seconds; null if nothing was timed. */
export interface DayTimes {
  /** Orders that couldn't be read; they are in no sum. */
  unread: number;
  cancelled: number;
  missed: { count: number; sums: readonly Money[] };
  rejectsBy: readonly { key: string; count: number }[];
  refunds: readonly Money[];
  toAccept: { median: number; slowest: number } | null;
  toReady: { median: number; slowest: number } | null;
  late: { count: number; of: number };
  papers: { confirmed: number; reported: number; seen: number; sent: number; uncertain: number };
  couriers: { ordered: number; cost: readonly Money[]; tips: readonly Money[] };
}

/** `at`: a time on the reported day (ISO UTC), default: printing time. Rejected orders add to no sum. */
export function dayReport(
  orders: readonly DaysOrder[],
  context: Pick<PrintContext, 'venueName' | 'template' | 'currencyDigits' | 'printedAt' | 'timeZone'> & { at?: string },
  times: DayTimes | null = null,
): Document {
  const t = tOn(context);
  const { currencyDigits } = context;
  const day = dayAndDate(context.at ?? context.printedAt, context);
  const rejected = orders.filter(({ stage }) => stage === 'rejected').length;
  const taken = orders.filter(({ stage }) => stage !== 'rejected' && stage !== 'awaiting-acceptance' && stage !== 'awaiting-confirmation');
  const waiting = orders.length - rejected - taken.length;
  const items = taken.reduce((sum, { order }) => sum + order.items.reduce((count, item) => count + item.count, 0), 0);
  const sum = (label: string, part: keyof NonNullable<Order['unreadMoney']>, of: (order: Order) => Money | null): Block[] => {
    const unread = taken.filter(({ order }) => order.unreadMoney?.[part] !== undefined).length;
    const amounts = taken.map(({ order }) => of(order));
    // A missing fee, tip or cash amount means none.
    const missing = part === 'basket' ? amounts.filter((money) => money === null).length - unread : 0;
    const note = (word: MessageCode, count: number, first: boolean): Block[] =>
      count > 0 ? [valueRow(first ? label : '', t(word, { count: String(count) }))] : [];
    const isFirst = !amounts.some(isKnown);
    return [
      ...sums(label, amounts, t, currencyDigits, part === 'basket' ? 'tall' : 1),
      ...note('printout.amountsNotReadable', unread, isFirst),
      ...note('printout.amountsNotGiven', missing, isFirst && unread === 0),
    ];
  };
  return {
    title: `Day report ${day}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: [
      { kind: 'text', text: t('printout.dayReport'), size: 3, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: day, size: 2, bold: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: context.venueName, align: 'center' },
      { kind: 'rule', weight: 'heavy' },
      valueRow(t('printout.ordersTaken'), String(taken.length), 'tall'),
      ...ofKinds(taken, t, currencyDigits),
      ...(times && times.missed.count > 0 ? ofMissed(times.missed, t, currencyDigits) : []),
      valueRow(t('printout.ordersRejected'), String(rejected - (times?.missed.count ?? 0))),
      ...(times?.rejectsBy ?? []).map(({ key, count }) =>
        indented(t(isReason(key) ? `printout.rejected.${key}` : 'printout.rejected.elsewhere'), String(count)),
      ),
      ...(times && times.cancelled > 0 ? [indented(t('printout.ordersCancelled'), String(times.cancelled))] : []),
      ...(waiting > 0 ? [valueRow(t('printout.notDecided'), String(waiting))] : []),
      ...(times && times.unread > 0 ? [valueRow(t('printout.notRead'), String(times.unread))] : []),
      valueRow(t('printout.items'), String(items)),
      { kind: 'rule', weight: 'light' },
      ...sum(t('printout.itemsSold'), 'basket', (order) => order.basketTotal),
      ...sum(t('printout.fees'), 'fees', (order) => order.feesTotal),
      ...sum(t('printout.tips'), 'tip', (order) => order.delivery.tip),
      ...sum(t('printout.cashToCollect'), 'cash', (order) => order.cash?.collect ?? null),
      ...(times ? sums(t('printout.refunds'), times.refunds, t, currencyDigits, 1) : []),
      ...(times && times.couriers.ordered > 0 ? ofCouriers(times.couriers, t, currencyDigits) : []),
      ...(times ? timed(times, t) : []),
      { kind: 'rule', weight: 'light' },
      { kind: 'facts', texts: [t('printout.printedAt', { time: dateAndTime(context.printedAt, context) })] },
    ],
  };
}

const REASONS = ['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON'] as const;
function isReason(key: string): key is (typeof REASONS)[number] {
  return REASONS.some((reason) => reason === key);
}

function isKnown(money: Money | null): boolean {
  return money !== null;
}

function ofKinds(taken: readonly DaysOrder[], t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const ends = endsIn(t);
  const byKind = Map.groupBy(taken, ({ order }) => shortText(kindOf(order, t), 'word', ends.text));
  const { shown, left } = fitting(
    [...byKind].sort(([a], [b]) => a.localeCompare(b)),
    ([kind]) => rowsOf(kind),
    KIND_ROWS,
  );
  const rows = shown.flatMap(([kind, those]) => {
    const { texts, left: more } = amountsOf(
      those.map(({ order }) => order.basketTotal),
      t,
      currencyDigits,
    );
    if (more > 0) texts.push(t('printout.moreOnScreen', { count: more }));
    return (texts.length === 0 ? [''] : texts).map((amount, at) => (at === 0 ? [kind, String(those.length), amount] : ['', '', amount]));
  });
  const widest = (column: number): number => Math.max(1, ...rows.map((row) => displayWidth(printable(row[column] ?? ''))));
  const [counts, amounts] = [widest(1), widest(2)];
  return [
    ...rows.map(([kind = '', count = '', amount = '']): Block => {
      const numbers: Cell[] = [
        { text: count, width: counts, align: 'right' },
        { text: amount, width: amounts + 1, align: 'right' },
      ];
      return { kind: 'row', indent: INDENT, cells: [{ text: kind, width: 'rest' }, ...numbers] };
    }),
    ...leftOver(left, t),
  ];
}

function ofMissed({ count, sums: lost }: DayTimes['missed'], t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const { texts, left } = amountsOf(lost, t, currencyDigits);
  return [
    valueRow(t('printout.ordersMissed'), String(count)),
    ...texts.map((amount) => indented(t('printout.missedSales'), amount)),
    ...leftOver(left, t),
  ];
}

function indented(label: string, value: string): Block {
  return { ...valueRow(label, value), indent: INDENT };
}

const INDENT = 2;

/** Most rows: the service may send any kinds and currencies. */
const KIND_ROWS = 30;
const CURRENCIES = 12;

function ofCouriers({ ordered, cost, tips }: DayTimes['couriers'], t: Translate, currencyDigits: CurrencyDigits): Block[] {
  return [
    { kind: 'rule', weight: 'light' },
    valueRow(t('printout.couriersOrdered'), String(ordered)),
    ...sums(t('printout.courierFees'), cost, t, currencyDigits, 1),
    ...sums(t('printout.tips'), tips, t, currencyDigits, 1),
  ];
}

function timed({ toAccept, toReady, late, papers }: DayTimes, t: Translate): Block[] {
  const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const row = (label: string, time: DayTimes['toAccept']): Block[] =>
    time ? [valueRow(label, `${minutes(time.median)} / ${minutes(time.slowest)}`)] : [];
  return [
    { kind: 'rule', weight: 'light' },
    ...row(t('printout.timeToAccept'), toAccept),
    ...row(t('printout.timeToReady'), toReady),
    valueRow(t('printout.late'), `${late.count} / ${late.of}`),
    ...(papers.sent > 0
      ? [valueRow(t('printout.printoutsUnconfirmed'), `${papers.sent} / ${papers.confirmed + papers.reported + papers.seen + papers.sent}`)]
      : []),
  ];
}

function sums(label: string, amounts: readonly (Money | null)[], t: Translate, currencyDigits: CurrencyDigits, size: 1 | 'tall'): Block[] {
  const { texts, left } = amountsOf(amounts, t, currencyDigits);
  return [...texts.map((amount) => valueRow(label, amount, size)), ...leftOver(left, t)];
}

function amountsOf(amounts: readonly (Money | null)[], t: Translate, currencyDigits: CurrencyDigits): { texts: string[]; left: number } {
  const byCurrency = new Map<string, number>();
  for (const money of amounts) if (money) byCurrency.set(money.currency, (byCurrency.get(money.currency) ?? 0) + money.amount);
  const { shown, left } = fitting([...byCurrency], () => 1, CURRENCIES);
  const texts = shown.map(([currency, amount]) =>
    moneyOn({ amount, currency: shortText(currency, 'currency', endsIn(t).text) }, t, currencyDigits),
  );
  return { texts, left };
}
