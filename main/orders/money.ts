/** Amounts as people read them. Amounts arrive in minor units; how many minor units make one is a property of the currency. */
import type { Money } from './order.ts';

/**
 * Decimal places by currency. A currency that is not here has no agreed exponent on this interface
 * (HUF, ISK, ALL, JPY among them), and a guessed price on paper is worse than none.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  [
    'AMD',
    'AZN',
    'BGN',
    'CHF',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'GEL',
    'ILS',
    'KZT',
    'MKD',
    'NOK',
    'PLN',
    'RON',
    'RSD',
    'SEK',
    'TRY',
    'UAH',
    'USD',
    'UZS',
  ].map((currency) => [currency, 2]),
);

/** Digits after the decimal point; null for a currency whose minor units are not known. */
export function minorDigits(currency: string): number | null {
  return DECIMALS.get(currency) ?? null;
}

/** "50.80 EUR", or null for a currency whose minor units are not known. */
export function formatMoney(money: Money): string | null {
  const decimals = DECIMALS.get(money.currency);
  if (decimals === undefined || !Number.isSafeInteger(money.amount)) return null;
  const sign = money.amount < 0 ? '-' : '';
  const digits = String(Math.abs(money.amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${sign}${whole}${part} ${money.currency}`;
}
