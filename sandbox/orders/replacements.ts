/** replace-items (section 4.2, rules 1 to 3): checked immediately, applied later, allowed once per order. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { SandboxOrder } from '../order.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { arrayOf, invalid, numberIn, oneOf, optionalText, priceIn, requiredInteger, requiredText } from '../wire/request-bodies.ts';
import type { OrderBook } from './order-book.ts';

const TYPES = ['count-change-replacement', 'menu-item-replacement', 'reduced-price', 'weight-change-replacement', 'adhoc-replacement'];

export function replaceItems(book: OrderBook, order: SandboxOrder, body: Fields): void {
  const named: Named = (barcode) => book.nameOfBarcode(order, barcode);
  const changes = arrayOf(body, 'item_changes', true).map((change) => ({
    row: requiredInteger(change, 'row_number', 0),
    replacements: arrayOf(change, 'replacement_items', true).map((one) => readReplacement(one, named)),
  }));
  const additions = arrayOf(body, 'item_additions', false).map((one) => readAddition(one, named));
  if (order.replaced)
    throw new Refusal(409, orderErrorBody('ALREADY_REPLACED', 'Items were replaced before; that is possible once per order.'));
  const rows = itemsOf(order).map((item) => item.row_number);
  for (const { row } of [...changes, ...additions]) {
    if (row !== null && !rows.includes(row)) throw unknownReference(`row_number ${row} is not in the order.`);
  }
  const currency = currencyOf(order);
  for (const { price, deposit } of changes.flatMap(({ replacements }) => replacements)) {
    for (const amount of [price, deposit]) {
      if (amount && amount.currency !== currency) throw unknownReference(`The order is in ${currency}, not ${amount.currency}.`);
    }
  }
  order.replaced = true;
  book.note(order, 'items replaced', 'api');
  book.later(ASSUMED.replacementDelayMs, () => {
    order.body.items = [
      ...itemsOf(order).flatMap((item) => replaced(item, changes)),
      ...additions.map((addition) => added(addition, currency)),
    ];
    addUp(order);
    book.touch(order);
  });
}

type Named = (barcode: string) => string | null;

interface Money {
  amount: number;
  currency: string;
}

interface Replacement {
  type: string;
  name: string | null;
  count: number;
  weight: number | null;
  price: Money | null;
  deposit: Money | null;
}

function readReplacement(fields: Fields, named: Named): Replacement {
  const type = oneOf(fields, 'replacement_type', TYPES, '');
  const barcode = optionalText(fields, 'barcode');
  const name = optionalText(fields, 'name') ?? (barcode === null ? null : named(barcode));
  const price = priceIn(fields, 'price');
  const deposit = priceIn(fields, 'deposit');
  const count = fields.count === undefined ? 1 : requiredInteger(fields, 'count', 0);
  // Checked only: their effect isn't shown in the document (rules 1 and 10).
  if (fields.picked_weight !== undefined) numberIn(fields, 'picked_weight', 0, 1_000_000);
  optionalText(fields, 'weighted_item_input_type');
  const weight = fields.weight === undefined ? null : numberIn(fields, 'weight', 0, 1_000_000);
  switch (type) {
    case 'count-change-replacement':
      requiredInteger(fields, 'count', 0);
      break;
    case 'weight-change-replacement':
      numberIn(fields, 'weight', 0, 1_000_000);
      break;
    case 'reduced-price':
      requiredText(fields, 'barcode');
      if (!price) throw invalid('price, the new reduced price, is required for reduced-price.');
      break;
    case 'menu-item-replacement':
      if (optionalText(fields, 'name') === null) requiredText(fields, 'barcode');
      if (!price) throw invalid('price is required for menu-item-replacement.');
      break;
    default:
      requiredText(fields, 'name');
      if (!price) throw invalid('price is required for adhoc-replacement.');
  }
  if (barcode !== null && type === 'menu-item-replacement' && named(barcode) === null)
    throw unknownReference(`The barcode ${barcode} is not in the venue's menu.`);
  return { type, name, count, weight, price, deposit };
}

interface Addition {
  row: number | null;
  name: string;
}

/** Rule 3: an added item is named by barcode if it's in the menu, else by name. */
function readAddition(fields: Fields, named: Named): Addition {
  const barcode = optionalText(fields, 'barcode');
  const name = optionalText(fields, 'name');
  const row = fields.row_number === undefined || fields.row_number === null ? null : requiredInteger(fields, 'row_number', 0);
  if ((barcode === null) === (name === null)) throw invalid('An item_additions entry has either barcode or name.');
  if (barcode === null) return { row, name: name ?? '' };
  const found = named(barcode);
  if (found === null) throw unknownReference(`The barcode ${barcode} is not in the venue's menu.`);
  return { row, name: found };
}

function replaced(item: Fields, changes: { row: number; replacements: Replacement[] }[]): Fields[] {
  const change = changes.find(({ row }) => row === item.row_number);
  if (!change) return [item];
  const unit = isFields(item.item_price) && isFields(item.item_price.unit_price) ? Number(item.item_price.unit_price.amount) : 0;
  const currency = isFields(item.item_price) && isFields(item.item_price.unit_price) ? String(item.item_price.unit_price.currency) : 'EUR';
  return change.replacements
    .filter(({ type, count }) => type !== 'count-change-replacement' || count > 0)
    .map((replacement) => {
      const own = replacement.type === 'count-change-replacement' || replacement.type === 'weight-change-replacement';
      const price = replacement.price?.amount ?? unit;
      return {
        ...item,
        name: own ? item.name : (replacement.name ?? item.name),
        count: replacement.count,
        ...(replacement.weight === null
          ? {}
          : { weight_details: { ...(isFields(item.weight_details) ? item.weight_details : {}), weight_in_grams: replacement.weight } }),
        item_price: pricesOf(price, replacement.count, currency),
      };
    });
}

function added({ name }: Addition, currency: string): Fields {
  return {
    item_type: 'order-item',
    id: Buffer.from(name).toString('hex').slice(0, 24),
    row_number: null,
    name,
    count: 1,
    options: [],
    item_price: pricesOf(0, 1, currency),
    deposit: null,
  };
}

function pricesOf(unit: number, count: number, currency: string): Fields {
  const price = (amount: number) => ({ amount, currency });
  return {
    unit_price: price(unit),
    total: price(unit * count),
    price_breakdown: { total_before_discounts: price(unit * count), total_discounts: price(0) },
  };
}

function addUp(order: SandboxOrder): void {
  const currency = currencyOf(order);
  const total = itemsOf(order).reduce((sum, item) => {
    const price = isFields(item.item_price) && isFields(item.item_price.total) ? Number(item.item_price.total.amount) : 0;
    return sum + price;
  }, 0);
  const price = (amount: number) => ({ amount, currency });
  order.body.basket_price = { total: price(total), price_breakdown: { total_before_discounts: price(total), total_discounts: price(0) } };
}

export function itemsOf(order: SandboxOrder): Fields[] {
  return Array.isArray(order.body.items) ? order.body.items.filter(isFields) : [];
}

function currencyOf(order: SandboxOrder): string {
  const { basket_price } = order.body;
  return isFields(basket_price) && isFields(basket_price.total) ? String(basket_price.total.currency) : 'EUR';
}

export function unknownReference(reason: string): Refusal {
  return new Refusal(ASSUMED.statusOfUnknownReference, orderErrorBody('UNKNOWN_REFERENCE', reason));
}
