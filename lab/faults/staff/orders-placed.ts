/** Random orders of a day with every payment and form of money the interface allows. */
import type { Chance } from '../seeded.ts';
import type { Fields } from './record.ts';

const KINDS = ['takeaway', 'instant', 'group', 'self-delivery', 'preorder'] as const;
/** With ISO 4217 minor units, except for the last, which has none. */
const CURRENCIES = ['JPY', 'KWD', 'HUF', 'QQQ'] as const;

export interface Wish {
  kind: (typeof KINDS)[number];
  /** Order V2 fields that replace generated ones. */
  order: Fields;
}

export function drawOrder(chance: Chance): Wish {
  const kind = chance.pick(KINDS);
  // A group order's lines belong to its people and stay as generated.
  const currency = kind !== 'group' && chance.happens(0.25) ? chance.pick(CURRENCIES) : 'EUR';
  const tip = kind === 'self-delivery' ? tipOf(currency, chance) : {};
  return {
    kind,
    order: {
      ...(currency === 'EUR' ? feesInEuro(chance) : elsewhere(currency, chance)),
      ...(Object.keys(tip).length === 0 ? {} : { delivery: tip }),
      cash_payment: cashOf(currency, chance),
    },
  };
}

const price = (amount: number, currency: string): Fields => ({ amount, currency });

/** The sum is the service's own; its parts needn't add up to it. */
function feesInEuro(chance: Chance): Fields {
  const fees = chance.pick(['as made', 'as made', 'none', 'a sum', 'parts alone', 'not readable'] as const);
  if (fees === 'none') return { fees: null };
  if (fees === 'a sum') return { fees: { total: price(chance.between(0, 900), 'EUR') } };
  if (fees === 'parts alone') return { fees: { total: null } };
  return fees === 'not readable' ? { fees: { total: 'as agreed' } } : {};
}

function tipOf(currency: string, chance: Chance): Fields {
  const tip = chance.pick(['a price', 'with a type', 'none', 'not readable'] as const);
  const amount = price(chance.between(1, 900), currency);
  if (tip === 'none') return { courier_tip: null };
  if (tip === 'not readable') return { courier_tip: 'two of them' };
  return { courier_tip: tip === 'a price' ? amount : { type: 'pre_delivery_courier_tip', price: amount } };
}

/** Section 2.3: null without cash. The customer's cash is optional, under either name. */
function cashOf(currency: string, chance: Chance): Fields | null {
  if (chance.happens(0.6)) return null;
  if (chance.happens(0.1)) return { cash_amount: 'all of it' };
  const due = chance.between(700, 9_000);
  const given = price(Math.ceil(due / 1_000) * 1_000, currency);
  const expected = chance.pick([{}, { cash_to_expect: given }, { cash_to_expected: given }]);
  return { cash_amount: price(due, currency), ...expected };
}

function elsewhere(currency: string, chance: Chance): Fields {
  const items = chance.some(['Rice bowl', 'Fried fish', 'Lemonade'], chance.between(1, 3)).map((name, at) => {
    const count = chance.between(1, 3);
    const unit = chance.between(90, 4_000);
    const itemPrice = { unit_price: price(unit, currency), total: price(unit * count, currency) };
    return { id: `dish-${at + 1}`, row_number: at + 1, name, count, options: [], item_price: itemPrice };
  });
  const total = items.reduce((sum, { item_price: of }) => sum + Number(of.total.amount), 0);
  const fee = price(chance.between(0, 700), currency);
  return {
    items,
    basket_price: { total: price(total, currency), price_breakdown: null },
    fees: { total: fee, price_breakdown: null, parts: [{ type: 'type_service_fee', total: fee }] },
    // A generated tip would be in euros.
    delivery: { courier_tip: null },
  };
}
