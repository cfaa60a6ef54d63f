/** Reads a menu file, JSON or CSV, applies every rule, and locates each mistake. Pure. */
import { type Message, message } from '../../../contract/message.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import { checkMenu } from '../check.ts';
import type { Menu } from '../model.ts';
import { menuFromUpload } from '../upload.ts';
import { menuFromCsv } from './menu-from-csv.ts';

export interface FileMistake {
  /** A table's row; null in JSON. */
  line: number | null;
  /** Table cell (C7) or JSON path (`categories[0].items[2].price`); empty for the whole file. */
  place: string;
  text: Message;
  isWarning: boolean;
}

export interface ReadFile {
  menu: Menu | null;
  mistakes: FileMistake[];
}

const MOST_MISTAKES = 500;

/** `lostZeros`: as in `menuFromCsv`. */
export function readMenuFile(
  text: string,
  format: 'json' | 'csv',
  currencyDigits: CurrencyDigits,
  lostZeros?: ReadonlyMap<string, string>,
): ReadFile {
  const { body, mistakes } = format === 'csv' ? fromCsv(text, currencyDigits, lostZeros) : fromJson(text, currencyDigits);
  const isWrong = mistakes.some(({ isWarning }) => !isWarning);
  // Past the limit, warnings are dropped first.
  const shown = [...mistakes.filter(({ isWarning }) => !isWarning), ...mistakes.filter(({ isWarning }) => isWarning)].slice(
    0,
    MOST_MISTAKES,
  );
  const digits = currencyDigits(asText(body?.currency)?.toUpperCase() ?? '');
  return { menu: body === null || isWrong || digits === null ? null : menuFromUpload(body, digits), mistakes: shown };
}

function fromJson(text: string, currencyDigits: CurrencyDigits): { body: Fields | null; mistakes: FileMistake[] } {
  let body: Fields | null = null;
  try {
    body = asRecord(JSON.parse(text.replace(/^\u{feff}/u, '')));
  } catch {
    return { body: null, mistakes: [{ line: null, place: '', text: message('menuFile.notJson'), isWarning: false }] };
  }
  return { body, mistakes: checkMenu(body, currencyDigits).map(({ path, ...mistake }) => ({ line: null, place: path, ...mistake })) };
}

function fromCsv(
  text: string,
  currencyDigits: CurrencyDigits,
  lostZeros?: ReadonlyMap<string, string>,
): { body: Fields | null; mistakes: FileMistake[] } {
  const { body, mistakes: ofCells, placeOf } = menuFromCsv(text, currencyDigits, lostZeros);
  const inCells = ofCells.map(({ line, cell, text, isWarning = false }) => ({ line, place: cell ?? '', text, isWarning }));
  const ofRules =
    body === null ? [] : checkMenu(body, currencyDigits).map(({ path, ...mistake }) => ({ ...asPlace(placeOf(path)), ...mistake }));
  // Reports an unreadable cell once, not also as missing.
  const places = new Set(inCells.filter(({ isWarning }) => !isWarning).map(({ line, place }) => `${line} ${place}`));
  const all = [...inCells, ...ofRules.filter(({ line, place }) => place === '' || !places.has(`${line} ${place}`))];
  return {
    body,
    mistakes: [...new Map(all.map((mistake) => [JSON.stringify(mistake), mistake])).values()].sort((a, b) => a.line - b.line),
  };
}

const asPlace = ({ line, cell }: { line: number; cell: string | null }) => ({ line, place: cell ?? '' });
