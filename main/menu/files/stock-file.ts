/** Parses a till's stock, table or JSON: one ID and count per row, accepted whole or not at all. Pure. */
import { type Message, message } from '../../../contract/message.ts';
import { asArray, asRecord, asText } from '../../orders/text/reading.ts';
import { IDENTIFIERS, type Identifier, subjectOf } from '../changes.ts';
import { csvRows } from './csv.ts';
import { damageIn } from './spreadsheet-damage.ts';

export interface Stock extends Identifier {
  inventory: number;
  /** Table line, or JSON entry number from 1. */
  line: number;
}

export interface StockMistake {
  line: number;
  text: Message;
}

export type ReadStock = { ok: true; stock: Stock[] } | { ok: false; mistakes: StockMistake[] };

const MOST_COUNT = 1_000_000;
const LONGEST_ID = 200;
const MOST_MISTAKES = 100;

/** If an ID repeats, its last row counts. */
export function readStock(text: string): ReadStock {
  const plain = text.replace(/^\u{feff}/u, '').trim();
  const given = /^[[{]/.test(plain) ? fromJson(plain) : fromTable(plain);
  if ('text' in given) return { ok: false, mistakes: [given] };
  if (given.length === 0) return { ok: false, mistakes: [{ line: 1, text: message('stock.noRows') }] };
  const mistakes: StockMistake[] = [];
  const stock = new Map<string, Stock>();
  for (const { line, fields } of given) {
    const ids = IDENTIFIERS.filter((by) => fields[by] !== undefined && fields[by] !== '');
    const [by] = ids;
    const id = by === undefined ? '' : (fields[by] ?? '');
    const found = damageIn(id);
    const damage = found?.isWarning ? null : found;
    const inventory = /^\d{1,9}$/.test(fields.inventory ?? '') ? Number(fields.inventory) : -1;
    if (by === undefined || ids.length !== 1 || id.length > LONGEST_ID) mistakes.push({ line, text: message('stock.oneId') });
    else if (damage) mistakes.push({ line, text: damage.text });
    else if (inventory < 0 || inventory > MOST_COUNT) mistakes.push({ line, text: message('stock.wholeNumber', { most: MOST_COUNT }) });
    else stock.set(subjectOf({ by, id }), { by, id, inventory, line });
  }
  return mistakes.length > 0 ? { ok: false, mistakes: mistakes.slice(0, MOST_MISTAKES) } : { ok: true, stock: [...stock.values()] };
}

type Given = { line: number; fields: Record<string, string | undefined> }[];

function fromJson(text: string): Given | StockMistake {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { line: 1, text: message('menuFile.notJson') };
  }
  return asArray(asRecord(body)?.data ?? body).map((entry, at) => {
    const fields = asRecord(entry) ?? {};
    const names = [...IDENTIFIERS, 'inventory'];
    return { line: at + 1, fields: Object.fromEntries(names.map((name) => [name, asText(fields[name])?.trim() ?? undefined])) };
  });
}

function fromTable(text: string): Given | StockMistake {
  const [head, ...rows] = csvRows(text) ?? [];
  const columns = head?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (!columns.includes('inventory') || !IDENTIFIERS.some((by) => columns.includes(by))) return { line: 1, text: message('stock.header') };
  return rows.map(({ line, cells }) => ({ line, fields: Object.fromEntries(columns.map((column, at) => [column, cells[at]])) }));
}
