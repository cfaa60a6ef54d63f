/** Writes amounts in the reader's language. */
import type { MoneyView } from './message.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * "€1,234.50", "1.234,50 €", with the given digits, not Intl's. An unknown currency is appended. With unknown digits the number is shown as
 * sent: "1234 ABC (unit unknown)".
 */
export function moneyText(money: MoneyView, locale: string, unitUnknown: string): string {
  const { amount, currency } = money;
  const decimal = decimalOf(money);
  if (decimal === null) return withWord(numberAsSent(amount, locale), currency, unitUnknown);
  const isCode = /^[A-Z]{3}$/.test(currency);
  const written = formatOf(locale, money.digits ?? 0, isCode ? currency : null).format(Number(decimal));
  return isCode ? written : `${written} ${currency}`.trim();
}

/** The same in every language, for logs and files: "1234.50 EUR". */
export function plainMoney(money: MoneyView, unitUnknown: string): string {
  const decimal = decimalOf(money);
  return decimal === null ? withWord(String(money.amount), money.currency, unitUnknown) : `${decimal} ${money.currency}`;
}

/** Exact decimal such as "50.80"; null if the digits are unknown. */
export function decimalOf({ amount, digits }: Pick<MoneyView, 'amount' | 'digits'>): string | null {
  if (digits === null || !Number.isSafeInteger(amount)) return null;
  const figures = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  return `${amount < 0 ? '-' : ''}${whole}${digits > 0 ? `.${figures.slice(-digits)}` : ''}`;
}

const withWord = (number: string, currency: string, unitUnknown: string): string => `${`${number} ${currency}`.trim()} (${unitUnknown})`;

function numberAsSent(amount: number, locale: string): string {
  const figures = String(amount);
  return locale.startsWith('en') ? figures : formatOf(locale, figures.split('.')[1]?.length ?? 0, null).format(amount);
}

/** Cached, as a board has hundreds of amounts. `currency` null: the number alone. */
function formatOf(locale: string, digits: number, currency: string | null): Intl.NumberFormat {
  const key = `${locale} ${digits} ${currency}`;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, currency === null ? places : { style: 'currency', currency, ...places });
  formats.set(key, format);
  return format;
}
