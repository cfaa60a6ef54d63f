/** How tables for spreadsheets are written: where one of the language expects numbers with a decimal comma, nothing else splits its cells. */
import { type Language, localeOf } from './language.ts';

export interface TableForm {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const COMMAS: TableForm = { separator: ',', decimal: '.' };
const SEMICOLONS: TableForm = { separator: ';', decimal: ',' };

/** `tables`: as the settings have it. `language`: of the screens. */
export function tableForm(tables: 'language' | 'comma' | 'semicolon', language: Language | null): TableForm {
  if (tables !== 'language') return tables === 'comma' ? COMMAS : SEMICOLONS;
  return decimalOf(language ?? 'en') === ',' ? SEMICOLONS : COMMAS;
}

function decimalOf(language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}
