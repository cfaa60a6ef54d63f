/** Reads a till's stock counts from a watched folder. Moves files to `taken`, or to `refused` with their mistakes; deletes nothing. */
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import { tableText } from '../../shared/files/file-text.ts';
import { replaceFile } from '../../shared/files/replace-file.ts';
import type { Time } from '../../shared/time/time.ts';
import { readStock, type Stock, type StockMistake } from '../menu/files/stock-file.ts';
import { inTime } from '../time/time-limit.ts';
import { secondText } from '../time/time-text.ts';

const LOOK_MS = 2_000;
/** Time limit per check, in case a share doesn't answer. */
const LOOK_LIMIT_MS = 60_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Per check, so that thousands of files don't block the app. */
const MOST_FILES = 20;
const A_FILE = /\.(csv|json)$/i;

/** Receives a till's stock from any source. */
export interface StockReceiver {
  /** `below`: a venue's subfolder; null for a single venue. */
  venues: () => { id: string; below: string | null }[];
  /** Saves all counts or none, durably. `id`: recognizes a repeated delivery; null if unnamed. */
  take: (venueId: string, stock: readonly Stock[], delivery: { from: string; id: string | null }) => StockMistake[];
  /** Null once nothing is wrong. */
  onTrouble: (text: Text | null) => void;
  onRefused: (name: string, mistakes: readonly StockMistake[]) => void;
  onDefect: (error: unknown) => void;
}

export interface StockFolderOptions extends StockReceiver {
  time: Time;
  /** Null if turned off. */
  folder: () => string | null;
}

/** Returns the stop function. */
export function watchStockFolder(options: StockFolderOptions): () => void {
  const { time } = options;
  /** Files' sizes and times at the last check: a file that still changes isn't read. */
  let sizes = new Map<string, string>();
  let isLooking = false;

  async function look(): Promise<void> {
    const folder = options.folder();
    if (folder === null || isLooking) return;
    isLooking = true;
    try {
      const next = new Map<string, string>();
      await inTime(time, folder, LOOK_LIMIT_MS, async (late) => {
        for (const { id, below } of options.venues()) {
          if (below !== null) await makeBelow(folder, below);
          await lookInto(below === null ? folder : join(folder, below), id, next, late);
        }
      });
      sizes = next;
      options.onTrouble(null);
    } catch (error) {
      options.onTrouble(message('stock.folderUnreadable', { code: codeOf(error) }));
    } finally {
      isLooking = false;
    }
  }

  async function lookInto(folder: string, venueId: string, next: Map<string, string>, late: AbortSignal): Promise<void> {
    const names = (await readdir(folder)).filter((name) => A_FILE.test(name) && !name.startsWith('.')).sort();
    for (const name of names.slice(0, MOST_FILES)) {
      const path = join(folder, name);
      const found = await stat(path);
      if (!found.isFile()) continue;
      const seen = `${found.size} ${found.mtimeMs}`;
      next.set(path, seen);
      if (sizes.get(path) !== seen) continue;
      const read =
        found.size > MOST_BYTES ? { ok: false as const, mistakes: [TOO_LARGE] } : readStock(tableText(await readFile(path)).text);
      late.throwIfAborted();
      // A file that a power cut kept from moving keeps its ID; any other file is a new count.
      const id = `file ${name} ${seen} ${found.ctimeMs}`;
      const mistakes = read.ok ? options.take(venueId, read.stock, { from: name, id }) : read.mistakes;
      await putAside(folder, name, mistakes);
      next.delete(path);
      if (mistakes.length > 0) options.onRefused(name, mistakes);
    }
  }

  /** The time in the name keeps files of the same name apart. */
  async function putAside(folder: string, name: string, mistakes: readonly StockMistake[]): Promise<void> {
    const kept = await makeBelow(folder, mistakes.length > 0 ? 'refused' : 'taken');
    const target = await freeName(kept, `${secondText(time.wall()).replaceAll(/[ :]/g, '-')}-${name}`);
    if (mistakes.length > 0)
      await writeFile(`${target}.txt`, mistakes.map(({ line, text }) => `${line}: ${english(text)}\n`).join(''), { flag: 'wx' });
    await replaceFile(join(folder, name), target);
  }

  return time.every(LOOK_MS, look, options.onDefect);
}

const TOO_LARGE: StockMistake = { line: 1, text: message('stock.fileTooLarge') };

/** Never creates the watched folder: on an unmounted share nothing would arrive in it. */
async function makeBelow(folder: string, name: string): Promise<string> {
  const below = join(folder, name);
  await mkdir(below).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return below;
}

async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const path = join(folder, number === 0 ? name : `${number}-${name}`);
    try {
      await (await open(path, 'wx')).close();
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
