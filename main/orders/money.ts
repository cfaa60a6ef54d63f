/** Amounts as people read them. Amounts arrive in minor units; how many minor units make one is a property of the currency. */
import type { Money } from './order.ts';

/**
 * Decimal places by currency. A currency that is not here has no agreed exponent on this interface
 * (HUF, ISK, ALL, JPY among them), and a guessed price on paper is worse than none.
 */
const DECIMALS: Record<string, number> = {
  AMD: 2,
  AZN: 2,
  BGN: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  GEL: 2,
  ILS: 2,
  KZT: 2,
  MKD: 2,
  NOK: 2,
  PLN: 2,
  RON: 2,
  RSD: 2,
  SEK: 2,
  TRY: 2,
  UAH: 2,
  USD: 2,
  UZS: 2,
};

/** Digits after the decimal point; null for a currency whose minor units are not known. */
export function minorDigits(currency: string): number | null {
  return Object.hasOwn(DECIMALS, currency) ? (DECIMALS[currency] ?? null) : null;
}

/** "50.80 EUR", or null for a currency whose minor units are not known. */
export function formatMoney(money: Money): string | null {
  const decimals = minorDigits(money.currency);
  if (decimals === null || !Number.isSafeInteger(money.amount)) return null;
  const sign = money.amount < 0 ? '-' : '';
  const digits = String(Math.abs(money.amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${sign}${whole}${part} ${money.currency}`;
}
