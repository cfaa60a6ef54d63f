/** Compares every amount on cards and opened orders with the service's order. */
import type { MoneyRow, OrderDetail } from '../../../contract/contract.ts';
import { isMoney, isUnitKnown, type Money, type MoneyOfOrder, moneyOf, type Reported, viewOf, written } from './money.ts';
import { asFields, asList, type Fields, type ServiceRecord } from './record.ts';
import type { Shown, Sighting } from './sightings.ts';

export interface Opened {
  orderId: string;
  /** Epoch ms. */
  at: number;
  detail: OrderDetail;
}

/** Compares a card's amounts, items, customer and times with the order. */
export function untrueAmounts(sighting: Sighting, { number, body }: ServiceRecord): string[] {
  if (sighting.unread)
    return Object.values(sighting.money).some((shown) => shown !== null)
      ? [`order ${number}: money of an order that nobody could read`]
      : [];
  const money = moneyOf(body);
  const { total, toPay, cash } = sighting.money;
  const lines = asList(body.items).map((item) => [item.name, item.count, viewOf(totalOf(item))]);
  const wrong = [
    differs('the items', total, money.items),
    ...untrueSum(toPay, money),
    differs('the cash', cash, money.cash),
    same('its lines', sighting.lines, lines),
    same(
      'how many items',
      sighting.itemCount,
      lines.reduce((sum, [, count]) => sum + Number(count), 0),
    ),
    same('the customer', sighting.customer, body.consumer_name),
    same('the note', sighting.comment, body.consumer_comment),
    same('when it was placed', sighting.placedAt, body.created_at),
    same('for when it is', sighting.preorderFor, asFields(body.pre_order)?.preorder_time ?? null),
  ];
  return wrong.flatMap((what) => what ?? []).map((what) => `order ${number}: ${what}`);
}

export function untrueDetail({ detail }: Opened, { number, body }: ServiceRecord): string[] {
  const money = moneyOf(body);
  const facts = detail.sections.find(({ of }) => of === 'money')?.facts ?? [];
  const fact = (called: MoneyRow | `· ${string}`, reported: Reported): string | null => {
    const { value = null, money = null } = facts.find(({ is, label }) => is === called || label === called) ?? {};
    const isTrue =
      reported === null || isMoney(reported)
        ? value === null && JSON.stringify(money) === JSON.stringify(reported && viewOf(reported))
        : String(value).includes(reported.sent) && money === null;
    return isTrue ? null : `${called} was "${money ? written(money) : value}" in the opened order, and it is ${inWords(reported)}`;
  };
  const wrong = [
    ...untrueSum(detail.toPay, money),
    fact('items', money.items),
    fact('fees', money.fees),
    fact('tip', money.tip),
    fact('cash', money.cash),
    fact('gives', money.gives),
    ...money.feeParts.map(({ type, total }) => fact(`· ${asWords(type)}`, total)),
    same(
      'the lines of the opened order',
      detail.rows.map(({ name, count, unitPrice }) => [name, count, unitPrice]),
      asList(body.items).map((item) => [item.name, item.count, viewOf(asFields(item.item_price)?.unit_price as unknown as Money)]),
    ),
  ];
  return wrong.flatMap((what) => what ?? []).map((what) => `order ${number}: ${what}`);
}

/** Amounts compared per card or opened order: three sums, and each line's. */
export function amountsIn({ body }: ServiceRecord): number {
  return 3 + asList(body.items).length;
}

/** A missing sum is true if the order has none, or one of an unknown unit. */
function untrueSum(shown: Shown | null, { toPay }: MoneyOfOrder): (string | null)[] {
  return shown === null && toPay !== null && !isUnitKnown(toPay) ? [] : [differs('what is to be paid', shown, toPay)];
}

function differs(what: string, shown: Shown | null, reported: Reported): string | null {
  const isTrue = isMoney(reported) ? JSON.stringify(shown) === JSON.stringify(viewOf(reported)) : shown === null;
  return isTrue ? null : `${what} stood there as "${shown ? written(shown) : 'nothing'}", and it is ${inWords(reported)}`;
}

function same(what: string, shown: unknown, reported: unknown): string | null {
  const [is, should] = [JSON.stringify(shown), JSON.stringify(reported)];
  return is === should ? null : `${what} stood there as ${is}, and it is ${should}`;
}

function inWords(reported: Reported): string {
  if (reported === null) return 'nothing';
  return isMoney(reported) ? written(reported) : `not readable (${reported.sent})`;
}

function totalOf(item: Fields): Money {
  return asFields(item.item_price)?.total as unknown as Money;
}

/** "type_service_fee" is "Service fee". */
function asWords(type: string): string {
  const words = type.replace(/^type_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
