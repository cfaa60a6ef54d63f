/** Create menu: rules common to items and option values. */
import { type Fields, isFields } from '../wire/exchange.ts';
import { A_RATE, type Check, checkFields, type Mistakes, TRANSLATIONS } from './mistakes.ts';

export interface Upload {
  language: string;
  /** A price in major units, with the decimals of the currency. */
  price: Check;
  mistakes: Mistakes;
}

export function checkPart(fields: Fields, key: string, where: string, mistakes: Mistakes, check: (part: Fields, at: string) => void): void {
  const value = fields[key];
  if (value === undefined) return;
  if (isFields(value)) check(value, `${where}.${key}`);
  else mistakes.add(`${where}.${key}`, 'must be an object');
}

/** Requires an entry in the primary language. */
export function checkProductName(product: Fields, where: string, { language, mistakes }: Upload): void {
  if (!TRANSLATIONS[1](product.name)) return;
  if (!(product.name as Fields[]).some(({ lang }) => lang === language))
    mistakes.add(`${where}.name`, `needs an entry in the primary language, ${language}`);
}

export function checkDeposit(product: Fields, where: string, { price, mistakes }: Upload): void {
  checkPart(product, 'deposit', where, mistakes, (deposit, at) =>
    checkFields(deposit, { price: [price, 'required'], vat_percentage: [A_RATE, 'required'] }, [], at, mistakes),
  );
}
