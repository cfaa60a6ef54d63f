/** Slow tasks on whole menus, run in a thread (menu-thread.ts). Copies and sent menus are compressed JSON. Pure. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ExportedMenu, LARGEST_MENU_FILE, type MenuFileView, type UploadDifferenceView } from '../../../../contract/contract.ts';
import type { TableForm } from '../../../../contract/table-form.ts';
import { type Comparable, comparable, differenceOf } from '../../../menu/difference.ts';
import { readMenuFile } from '../../../menu/files/menu-file.ts';
import { menuToCsv } from '../../../menu/files/menu-to-csv.ts';
import { zerosLost } from '../../../menu/files/spreadsheet-damage.ts';
import { menuFromRead } from '../../../menu/from-read.ts';
import type { Menu } from '../../../menu/model.ts';
import { menuFromUpload, menuToUpload } from '../../../menu/upload.ts';
import type { CurrencyDigits } from '../../../orders/money/money.ts';
import type { MenuAsRead } from '../../../outbox/menu/read-back.ts';
import { partsWithThings } from '../../../outbox/menu/things.ts';
import { menuReadingOf } from '../../../service/menu/menu-api.ts';
import type { MenuPart } from '../../../store/rows/menu/menu-copies.ts';
import type { Store } from '../../../store/store.ts';
import { differenceView } from '../difference-view.ts';
import { sheetParts } from '../menu-sheet.ts';

interface File {
  text: string;
  format: 'json' | 'csv';
  /** Null if no menu was read yet. */
  copy: Copy | null;
}

/** A saved menu: compressed JSON in pieces. */
interface Copy {
  whole: Pieces;
  /** For comparisons; empty if an earlier version read the menu. */
  compared: Pieces;
}
type Pieces = readonly Uint8Array[];

const WHOLE = 'whole/';
const COMPARED = 'compared/';
/** Bytes per database row. */
const PIECE = 256 * 1024;

/** The last good copy, or null. */
export function copyOf(store: Store, venueId: string): Copy | null {
  const under = (name: string): Pieces => store.menu.copies.parts(venueId, name).map(({ body }) => body);
  const whole = under(WHOLE);
  return whole.length === 0 ? null : { whole, compared: under(COMPARED) };
}

export const menuTasks = {
  /** Splits the service's answer into parts. */
  read(
    { answer, languages, upload }: { answer: Uint8Array; languages: string[]; upload: Uint8Array | null },
    digits: CurrencyDigits,
  ): MenuAsRead {
    const reading = menuReadingOf(answer);
    if (reading.status !== 'ready') return { status: reading.status };
    const menu = menuFromRead(reading.menu);
    // The menu is requested again later.
    if (menu === null) return { status: 'error' };
    const compared = comparable(menu);
    const parts = [
      ...inPieces(WHOLE, reading.menu),
      ...inPieces(COMPARED, compared),
      ...partsWithThings(menu),
      ...languages.flatMap((one) => sheetParts(menu, one, digits)),
    ];
    return { status: 'ready', parts, isUploadSeen: upload && isUploadSeen(compared, upload, digits) };
  },

  /** The copy's menu sheet (the menu as sent to screens) in a new language. */
  sheet: ({ copy, language }: { copy: Copy; language: string }, digits: CurrencyDigits): MenuPart[] => {
    const menu = menuIn(copy);
    return menu ? sheetParts(menu, language, digits) : [];
  },

  /** Validates a file and compares it with the copy. */
  checkFile({ text, format, copy }: File, digits: CurrencyDigits): Omit<MenuFileView, 'venueName'> {
    const { menu, mistakes } = readMenuFile(text, format, digits, zerosLost(format === 'csv' && copy ? idsIn(menuIn(copy)) : []));
    const before = menu && copy && comparableIn(copy);
    const difference = menu && before ? differenceOf(before, comparable(menu), '') : null;
    return {
      isGood: menu !== null,
      mistakes,
      items: menu?.items.length ?? 0,
      difference: difference && differenceView(difference),
      isHundredfold: difference?.repriced.some((one) => one.isHundredfold) ?? false,
      currency: menu?.currency ?? '',
      minorDigits: digits(menu?.currency ?? ''),
    };
  },

  /** `menu` is null if the file has mistakes. */
  fileToSend(
    { text, format, copy }: File,
    digits: CurrencyDigits,
  ): { menu: Uint8Array | null; items: number; mistakes: number; isHundredfold: boolean } {
    const { menu, mistakes } = readMenuFile(text, format, digits);
    if (!menu) return { menu: null, items: 0, mistakes: mistakes.filter(({ isWarning }) => !isWarning).length, isHundredfold: false };
    const before = copy && comparableIn(copy);
    const isHundredfold = before !== null && differenceOf(before, comparable(menu), '').repriced.some((one) => one.isHundredfold);
    const body = gzipSync(JSON.stringify(menuToUpload(menu, digits(menu.currency) ?? 2)));
    return { menu: body, items: menu.items.length, mistakes: 0, isHundredfold };
  },

  file(
    { copy, format, form }: { copy: Copy; format: 'json' | 'csv'; form: TableForm },
    digits: CurrencyDigits,
  ): ExportedMenu['text'] | null {
    const menu = menuIn(copy);
    if (!menu) return null;
    const body = menuToUpload(menu, digits(menu.currency) ?? 2);
    return format === 'csv' ? menuToCsv(body, form) : asJson(body);
  },

  /** Compares the copy with the menu sent from a file. */
  uploadDifference({ copy, upload }: { copy: Copy; upload: Uint8Array }, digits: CurrencyDigits): UploadDifferenceView | null {
    const read = comparableIn(copy);
    if (!read) return null;
    const { currency } = read;
    const minorDigits = digits(currency);
    const sent = menuFromUpload(json([upload]), minorDigits ?? 2);
    const difference = differenceView(differenceOf(comparable(sent), read, ''));
    return { difference, currency, minorDigits };
  },
};

export type MenuTasks = typeof menuTasks;

function inPieces(name: string, value: object): MenuPart[] {
  const bytes = gzipSync(JSON.stringify(value), { level: 1 });
  return Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) => ({
    name: name + String(at).padStart(4, '0'),
    body: bytes.subarray(at * PIECE, (at + 1) * PIECE),
  }));
}

const menuIn = ({ whole }: Copy): Menu | null => menuFromRead(json(whole));

function idsIn(menu: Menu | null): string[] {
  const sold = [...(menu?.items ?? []), ...(menu?.options ?? []).flatMap(({ values }) => values)];
  const ids = [...sold.flatMap(({ externalId, sku }) => [externalId, sku]), ...(menu?.options ?? []).map(({ externalId }) => externalId)];
  return ids.filter((id) => id !== null);
}

/** Falls back to the whole menu. */
function comparableIn(copy: Copy): Comparable | null {
  const kept = json(copy.compared) as Comparable | null;
  if (kept) return kept;
  const menu = menuIn(copy);
  return menu && comparable(menu);
}

/** Null if missing or damaged. */
function json(pieces: Pieces): unknown {
  try {
    return JSON.parse(gunzipSync(Buffer.concat(pieces)).toString());
  } catch {
    return null;
  }
}

/** Whether the menu read has the upload's entries and prices; sale states may have changed since. */
function isUploadSeen(read: Comparable, upload: Uint8Array, digits: CurrencyDigits): boolean {
  const sent = menuFromUpload(json([upload]), digits(read.currency) ?? 2);
  const { added, gone, repriced, currencies } = differenceOf(comparable(sent), read, read.primaryLanguage);
  return currencies === null && [added, gone, repriced].every(({ length }) => length === 0);
}

/** Large menus without indentation, so that they can be imported again. */
function asJson(body: unknown): string {
  const indented = `${JSON.stringify(body, null, 2)}\n`;
  return indented.length > LARGEST_MENU_FILE ? `${JSON.stringify(body)}\n` : indented;
}
