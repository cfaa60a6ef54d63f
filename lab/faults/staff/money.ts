/** An order's money by the service's record (sections 2.3 and 2.7), formatted independently of the app. */
import { asFields, asList, type Fields } from './record.ts';

/** In minor units. */
export interface Money {
  amount: number;
  currency: string;
}

/** `sent`: an unreadable value as received. Null: none. */
export type Reported = Money | { sent: string } | null;

export interface MoneyOfOrder {
  items: Reported;
  /** `sent` is empty if there are parts but no sum. */
  fees: Reported;
  tip: Reported;
  cash: Reported;
  /** The customer's cash. */
  gives: Reported;
  /** Items, fees and tip; null if unknown. */
  toPay: Money | null;
  feeParts: { type: string; total: Reported }[];
}

/** Decimals by ISO 4217; unknown for other currencies. */
const DIGITS: Record<string, number> = { EUR: 2, HUF: 2, JPY: 0, KWD: 3 };

export function moneyOf(body: Fields): MoneyOfOrder {
  const fees = asFields(body.fees);
  const cash = asFields(body.cash_payment);
  const items = reported(asFields(body.basket_price)?.total);
  const parts = asList(fees?.parts).map(({ type, total }) => ({ type: String(type), total: reported(total) }));
  const sumOfFees = reported(fees?.total);
  const sum = {
    items,
    fees: sumOfFees === null && parts.length > 0 ? { sent: '' } : sumOfFees,
    tip: reported(tipIn(asFields(body.delivery)?.courier_tip)),
  };
  return {
    ...sum,
    cash: cash ? reported(cash.cash_amount) : reported(body.cash_payment),
    gives: reported(cash?.cash_to_expect ?? cash?.cash_to_expected),
    toPay: added([sum.items, sum.fees, sum.tip]),
    feeParts: parts,
  };
}

export function isMoney(value: Reported): value is Money {
  return value !== null && 'amount' in value;
}

/** "50.80 EUR"; with an unknown unit the raw number, marked. */
export function written({ amount, currency }: Money): string {
  const digits = DIGITS[currency];
  if (digits === undefined) return `${amount} ${currency} (unit unknown)`;
  const [sign, whole] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')];
  const [before, after] = [whole.slice(0, whole.length - digits), whole.slice(whole.length - digits)];
  return `${sign}${before}${digits === 0 ? '' : `.${after}`} ${currency}`;
}

/** As sent to screens. */
export function viewOf({ amount, currency }: Money): Money & { digits: number | null } {
  return { amount, currency, digits: DIGITS[currency] ?? null };
}

export function isUnitKnown({ currency }: Money): boolean {
  return DIGITS[currency] !== undefined;
}

/** Section 2.7: a tip with its type; a bare price counts too. */
function tipIn(value: unknown): unknown {
  return asFields(value)?.price ?? value;
}

function reported(value: unknown): Reported {
  if (value === null || value === undefined) return null;
  const { amount, currency } = asFields(value) ?? {};
  if (typeof amount === 'number' && typeof currency === 'string') return { amount, currency };
  return { sent: typeof value === 'string' ? value : JSON.stringify(value) };
}

function added(parts: readonly Reported[]): Money | null {
  const [first] = parts;
  const known = parts.filter((part) => part !== null);
  if (!first || !isMoney(first) || !known.every(isMoney)) return null;
  if (known.some(({ currency }) => currency !== first.currency)) return null;
  return { amount: known.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency };
}
