/** What a spreadsheet makes of ids and names that look like numbers, dates or formulas, found by its form. Pure. */
import { type Message, message } from '../../../contract/message.ts';

export interface Damage {
  text: Message;
  /** It may be meant. What is no warning can't be: the original is lost. */
  isWarning: boolean;
}

/** Errors of formulas, in any language; and a cell that was too narrow. */
const ERROR = /^(#\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/A|#NV|#N\/D|#Н\/Д|#Δ\/Υ|#{3,})$/u;
const SCIENTIFIC = /^\d([.,]\d+)?E[+-]\d{2,}$/i;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mär|mai|okt|dez|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)';
const DATE = new RegExp(`^(\\d{1,2}[-.] ?${MONTH}([-. ]\\d{2,4})?|${MONTH}[- ]\\d{2,4})$`, 'iu');
/** As spreadsheets write them, in capitals. */
const TRUTH = /^(TRUE|FALSE|WAHR|FALSCH|TOSI|EPÄTOSI|PRAWDA|FAŁSZ|ΑΛΗΘΕΣ|ΨΕΥΔΕΣ)$/;

export function damageIn(cell: string): Damage | null {
  if (ERROR.test(cell)) return { text: message('menuFile.cellError', { text: cell }), isWarning: false };
  if (SCIENTIFIC.test(cell)) return { text: message('menuFile.cellShortened', { text: cell }), isWarning: false };
  if (DATE.test(cell) || TRUTH.test(cell)) return { text: message('menuFile.cellConverted', { text: cell }), isWarning: true };
  return null;
}

/** Those ids that begin with a zero, each under what a spreadsheet makes of it; none that the menu has as well. */
export function zerosLost(ids: Iterable<string>): ReadonlyMap<string, string> {
  const all = new Set(ids);
  const withZeros = [...all].filter((id) => /^0+\d+$/.test(id)).map((id) => [String(id).replace(/^0+(?=\d)/, ''), id] as const);
  return new Map(withZeros.filter(([without]) => !all.has(without)));
}
