/** Amounts of a receipt and of the day's report add up to the printed sums, or the printout names what is missing. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../contract/language.ts';
import { wordsOf } from '../../../../contract/locales.ts';
import type { Message, MessageCode } from '../../../../contract/message.ts';
import { USUAL_TEMPLATE } from '../../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import type { Money, Order } from '../../../../main/orders/order.ts';
import { dayReport } from '../../../../main/printing/documents/day-report.ts';
import { receipt } from '../../../../main/printing/documents/receipt.ts';
import type { Document } from '../../../../main/printing/layout/document.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import { orderBody, orderOf } from '../../../fixtures/orders.ts';
import fc from '../../../setup/property.ts';
import { context, groupOrder, item, order, ownDeliveryPreOrder, takeawayWithCash } from './orders.ts';

/** Wide enough that no label reaches the amounts. */
const COLUMNS = 96;

interface Printed {
  label: string;
  /** In minor units. */
  amount: number;
  currency: string;
}

/** Every amount at the end of a line, with its label, and all words. */
function read(document: Document): { amounts: Printed[]; words: string } {
  const lines = layout(document, { columns: COLUMNS }).map(({ runs }) => ({
    texts: inReadingOrder(runs.map(({ text }) => text.trim()).filter(Boolean), document),
    isFull: runs.reduce((sum, { columns }) => sum + columns, 0) === COLUMNS,
  }));
  const amounts = lines.flatMap(({ texts, isFull }): Printed[] => {
    const [, digits = '', currency = ''] = /^(-?[\d.]+) ([A-Z]{3})$/.exec(texts.at(-1) ?? '') ?? [];
    if (!isFull || digits === '') return [];
    expect(digits.split('.')[1]?.length ?? 0).toBe(isoDigits(currency));
    return [{ label: texts.slice(0, -1).join(' '), amount: Number(digits.replace('.', '')), currency }];
  });
  return { amounts, words: lines.map(({ texts }) => texts.join(' ')).join('\n') };
}

function inReadingOrder(texts: string[], { rightToLeft }: Document): string[] {
  return rightToLeft ? texts.toReversed() : texts;
}

const sum = (amounts: readonly Printed[]): number => amounts.reduce((all, { amount }) => all + amount, 0);

/** Wrong sums that the receipt doesn't report. */
function wrongSums(of: Order, language: (typeof LANGUAGES)[number] = 'en'): string[] {
  const say = (code: MessageCode, values: Message['values'] = {}) => wordsOf(language)({ code, values });
  const { amounts, words } = read(receipt(of, { ...context, template: { ...USUAL_TEMPLATE, language } }));
  const text = (...reported: MessageCode[]): boolean =>
    reported.some((word) => words.includes(say(word, { amount: '\u0000', count: '\u0000' }).split('\u0000')[0]?.trim() ?? ''));
  const at = (word: MessageCode): number => amounts.findIndex(({ label }) => label === say(word));
  const wrong: string[] = [];
  const [items, total, collect] = [at('printout.itemsSum'), at('printout.total'), at('printout.cashToCollect')];
  const lines = items < 0 ? [] : amounts.slice(0, items);
  const isReported = of.items.length > 0 && (of.items.every(({ total }) => total !== null) || !text('printout.notGiven'));
  if (items >= 0 && isReported && sum(lines) !== amounts[items]?.amount && !text('printout.linesAddUpTo', 'printout.notAddedUp'))
    wrong.push(`the lines come to ${sum(lines)}, not ${amounts[items]?.amount}:\n${words}`);
  if (total < 0 && !text('printout.noTotal', 'printout.totalNotGiven', 'printout.notAddedUp'))
    wrong.push(`there is no total, and no word of it:\n${words}`);
  if (total >= 0 && sum(amounts.slice(items, total)) !== amounts[total]?.amount)
    wrong.push(`the parts come to ${sum(amounts.slice(items, total))}, not ${amounts[total]?.amount}:\n${words}`);
  if (total >= 0 && new Set(amounts.slice(0, total + 1).map(({ currency }) => currency)).size > 1 && !text('printout.notAddedUp'))
    wrong.push(`apples and pears:\n${words}`);
  if (total >= 0 && collect >= 0 && amounts[collect]?.amount !== amounts[total]?.amount && !text('printout.notTheTotal'))
    wrong.push(`the cash is not the total, and nothing says so:\n${words}`);
  const [gives, change] = [at('printout.customerGives'), at('printout.change')];
  if (gives >= 0 && (amounts[gives]?.amount ?? 0) - (amounts[collect]?.amount ?? 0) !== amounts[change]?.amount)
    wrong.push(`the change is wrong:\n${words}`);
  return wrong;
}

const KINDS = ['group', 'self-delivery-preorder', 'takeaway-cash', 'retail-weighted'] as const;

const fixture = (kind: (typeof KINDS)[number]): Order => orderOf(orderBody(kind));

/** Currencies with zero, two, three and four decimals. */
const currency = fc.constantFrom('JPY', 'ISK', 'EUR', 'HUF', 'KWD', 'TND', 'UYW', 'CLF');
const amount = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 500_000 }) }, { weight: 1, arbitrary: fc.nat(9) });
const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 8 });
const chance = fc.record({
  currency,
  other: fc.option(fc.constantFrom('SEK', 'ABC'), { freq: 1 }),
  lines: fc.array(fc.record({ total: often(amount), count: fc.integer({ min: 1, max: 30 }), deposit: fc.option(amount) }), {
    minLength: 1,
    maxLength: 6,
  }),
  discount: fc.option(amount),
  /** What the stated sum is made of. */
  sum: fc.constantFrom('lines', 'less the discount', 'with deposits', 'with deposits of each piece', 'both', 'anything', 'none'),
  anything: amount,
  fees: fc.option(fc.record({ parts: fc.array(often(amount), { maxLength: 3 }), isTheirSum: fc.boolean(), off: fc.option(amount) })),
  tip: fc.option(amount),
  cash: fc.option(fc.record({ isTotal: fc.boolean(), gives: amount })),
});

function orderWith(of: typeof chance extends fc.Arbitrary<infer T> ? T : never): Order {
  const money = (value: number | null): Money | null => (value === null ? null : { amount: value, currency: of.currency });
  const items = of.lines.map(({ total, count, deposit }, at) => ({
    ...item(`Dish ${at}`, count),
    total: money(total),
    deposit: deposit === null ? null : { gross: money(deposit), net: null },
  }));
  const added = of.lines.reduce((all, { total }) => all + (total ?? 0), 0);
  const deposits = of.lines.reduce((all, { deposit }) => all + (deposit ?? 0), 0);
  const ofEach = of.lines.reduce((all, { deposit, count }) => all + (deposit ?? 0) * count, 0);
  const basket = {
    lines: added,
    'less the discount': added - (of.discount ?? 0),
    'with deposits': added + deposits,
    'with deposits of each piece': added + ofEach,
    both: added + deposits - (of.discount ?? 0),
    anything: of.anything,
    none: null,
  }[of.sum];
  const parts = (of.fees?.parts ?? []).map((part, at) => ({ type: `type_fee_${at}`, total: money(part) }));
  const feesTotal = of.fees ? (of.fees.isTheirSum ? parts.reduce((all, { total }) => all + (total?.amount ?? 0), 0) : of.anything) : null;
  const toPay = (basket ?? 0) + (feesTotal ?? 0) + (of.tip ?? 0);
  const [first] = items;
  if (of.other !== null && first) first.total = { amount: of.anything, currency: of.other };
  return order({
    items,
    basketTotal: money(basket),
    discountsTotal: money(of.discount),
    fees: parts,
    feesTotal: money(feesTotal),
    before: { basket: money(added), fees: null, feesDiscounts: money(of.fees?.off ?? null) },
    delivery: { ...order().delivery, tip: money(of.tip) },
    cash: of.cash && {
      collect: { amount: of.cash.isTotal ? toPay : of.anything, currency: of.currency },
      expect: money(of.cash.gives),
    },
  });
}

describe('a receipt', () => {
  it.each(LANGUAGES)('of each example order adds up, in %s', (language) => {
    const orders = [...KINDS.map(fixture), groupOrder, takeawayWithCash, ownDeliveryPreOrder];
    expect(orders.flatMap((one) => wrongSums(one, language))).toEqual([]);
  });

  it('of any order adds up, in every currency, or names the missing amount', () => {
    fc.assert(
      fc.property(chance, (of) => {
        expect(wrongSums(orderWith(of))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  it('lists discounts and surcharges that are part of the stated sum', () => {
    const eur = (of: number): Money => ({ amount: of, currency: 'EUR' });
    const cola = { ...item('Cola', 2), total: eur(400), deposit: { gross: eur(15), net: null } };
    const { amounts } = read(receipt(order({ items: [cola], basketTotal: eur(330), discountsTotal: eur(-100) }), context));
    expect(amounts.map((one) => [one.label, one.amount])).toEqual([
      ['2 Cola', 400],
      ['Deposits', 30],
      ['Discounts', -100],
      ['Items in total', 330],
      ['TOTAL', 330],
    ]);
  });

  it('marks lines without an amount, and an order without a sum', () => {
    const { words } = read(receipt(order({ items: [item('Fries', 1)] }), context));
    expect(words).toMatch(/Fries not given/);
    expect(words).toContain('No total: the service gave none.');
  });

  it('marks cash that differs from the total', () => {
    const eur = (of: number): Money => ({ amount: of, currency: 'EUR' });
    const paid = (collect: number): string =>
      read(receipt(order({ basketTotal: eur(1_000), cash: { collect: eur(collect), expect: null } }), context)).words;
    expect(paid(400)).toContain("This isn't the total, according to the service.");
    expect(paid(1_000)).not.toContain("This isn't the total");
  });
});

describe('the day\u2019s report', () => {
  it('lists sales by order type that add up to all sales, and counts orders without a sum', () => {
    const day = fc.array(fc.record({ of: chance, type: fc.constantFrom('homedelivery', 'takeaway', 'eatin') }), { maxLength: 8 });
    fc.assert(
      fc.property(day, (all) => {
        const orders = all.map(({ of, type }) => {
          const made = orderWith(of);
          return { order: { ...made, delivery: { ...made.delivery, type } }, stage: 'delivered' as const };
        });
        const { amounts, words } = read(dayReport(orders, context));
        const first = amounts.findIndex(({ label }) => label === 'Items sold');
        const [kinds, sold] = [amounts.slice(0, Math.max(0, first)), amounts.filter(({ label }) => label === 'Items sold')];
        for (const one of sold) expect(sum(kinds.filter((kind) => kind.currency === one.currency))).toBe(one.amount);
        const unreported = orders.filter((one) => one.order.basketTotal === null).length;
        expect(words.includes(`not given: ${unreported}`)).toBe(unreported > 0);
      }),
      { numRuns: 300 },
    );
  });
});
