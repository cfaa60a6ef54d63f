/** Finds IDs and names that a spreadsheet turned into numbers, dates or formulas. Pure. */
import { type Message, message } from '../../../contract/message.ts';

export interface Damage {
  text: Message;
  /** True if the text may be intended; otherwise the original is lost. */
  isWarning: boolean;
}

/** Formula errors in any language, and cells too narrow for their content. */
const ERROR = /^(#\p{Lu}[\p{Lu}\d/_]*[!?]|#N\/A|#NV|#N\/D|#Н\/Д|#Δ\/Υ|#{3,})$/u;
const SCIENTIFIC = /^\d([.,]\d+)?E[+-]\d{2,}$/i;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mär|mai|okt|dez|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)';
const DATE = new RegExp(`^(\\d{1,2}[-.] ?${MONTH}([-. ]\\d{2,4})?|${MONTH}[- ]\\d{2,4})$`, 'iu');
/** Truth values; spreadsheets write them in capitals. */
const TRUTH = /^(TRUE|FALSE|WAHR|FALSCH|TOSI|EPÄTOSI|PRAWDA|FAŁSZ|ΑΛΗΘΕΣ|ΨΕΥΔΕΣ)$/;

export function damageIn(cell: string): Damage | null {
  if (ERROR.test(cell)) return { text: message('menuFile.cellError', { text: cell }), isWarning: false };
  if (SCIENTIFIC.test(cell)) return { text: message('menuFile.cellShortened', { text: cell }), isWarning: false };
  if (DATE.test(cell) || TRUTH.test(cell)) return { text: message('menuFile.cellConverted', { text: cell }), isWarning: true };
  return null;
}

/** IDs with leading zeros, by their form without zeros, unless the menu has that ID, too. */
export function zerosLost(ids: Iterable<string>): ReadonlyMap<string, string> {
  const all = new Set(ids);
  const withZeros = [...all].filter((id) => /^0+\d+$/.test(id)).map((id) => [String(id).replace(/^0+(?=\d)/, ''), id] as const);
  return new Map(withZeros.filter(([without]) => !all.has(without)));
}
