/** Separators of spreadsheet tables: semicolons if the language uses a decimal comma. */
import { type Language, localeOf } from './language.ts';

export interface TableForm {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const COMMAS: TableForm = { separator: ',', decimal: '.' };
const SEMICOLONS: TableForm = { separator: ';', decimal: ',' };

export function tableForm(tables: 'language' | 'comma' | 'semicolon', language: Language | null): TableForm {
  if (tables !== 'language') return tables === 'comma' ? COMMAS : SEMICOLONS;
  return decimalOf(language ?? 'en') === ',' ? SEMICOLONS : COMMAS;
}

function decimalOf(language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}
