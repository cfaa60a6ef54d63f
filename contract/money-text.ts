/** How an amount is written where it is read: as the language there writes money. */
import type { MoneyValue } from './message.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** "€1,234.50", "1.234,50 €": with as many digits as it has; Intl has its own of some currencies. A currency that is no code is written behind it. */
export function moneyText({ decimal, currency }: MoneyValue, locale: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const isCode = /^[A-Z]{3}$/.test(currency);
  const written = formatOf(locale, digits, isCode ? currency : null).format(Number(decimal));
  return isCode ? written : `${written} ${currency}`.trim();
}

/** For whoever may read it anywhere: "1234.50 EUR". */
export const plainMoney = ({ decimal, currency }: MoneyValue): string => `${decimal} ${currency}`;

/** Made once: a board of orders has hundreds of amounts. `currency`: null for the number alone. */
export function formatOf(locale: string, digits: number, currency: string | null): Intl.NumberFormat {
  const key = `${locale} ${digits} ${currency}`;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, currency === null ? places : { style: 'currency', currency, ...places });
  formats.set(key, format);
  return format;
}
