/** Writes a month's orders to a folder once the month is over. The queue's kind "monthly-file". */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { spanOfMonth } from '../../contract/contract.ts';
import { message, type Text } from '../../contract/message.ts';
import type { TableForm } from '../../contract/table-form.ts';
import type { Time } from '../../shared/time/time.ts';
import { type WhyNot, whyNot, wordsFor } from '../files/folder-trouble.ts';
import { writeForOthers } from '../files/private-files.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { jobKind } from '../store/queue/job-kind.ts';
import type { ClaimedJob, Job } from '../store/queue/queue.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { inTime } from '../time/time-limit.ts';
import type { ReportBook } from './report-book.ts';
import { orderRow, ordersHead } from './report-csv.ts';

const MonthlyPayload = v.object({
  /** 2026-10 */
  month: v.string(),
  venueId: v.string(),
});
/** One job per month and venue, and a second if orders were open at the month's end. The jobs record which months are written. */
export const MONTHLY = jobKind('monthly-file', MonthlyPayload);

/** One lane for all venues: they share a folder. */
export const MONTHLY_LANE = 'monthly-file';

const Result = v.object({ file: v.nullable(v.string()), orders: v.number(), open: v.number() });
/** A finished job's file name, order count and open orders; null before that. */
export function resultOf(job: Job): v.InferOutput<typeof Result> | null {
  const parsed = v.safeParse(Result, job.result);
  return job.state === 'done' && parsed.success ? parsed.output : null;
}

const TRIAL = '.tillbridge-trial';
/** Limit for one file, in case a share doesn't answer. */
const LIMIT_MS = 5 * 60_000;
const TRIAL_LIMIT_MS = 20_000;
const HALF_AN_HOUR_MS = 30 * 60_000;
/** After these attempts, it is retried every half hour. */
const QUICK_ATTEMPTS = 8;

export function createMonthlyKind(options: {
  time: Pick<Time, 'after'>;
  book: ReportBook;
  /** Null if the files are turned off. */
  folder: () => string | null;
  form: () => TableForm;
  currencyDigits: CurrencyDigits;
  fileNameOf: (month: string, venueId: string) => string;
  /** Reports trouble; null once a file was written. */
  onTrouble: (trouble: { text: Text; hint: Text } | null) => void;
}): Kind {
  async function run(job: ClaimedJob, { month, venueId }: v.InferOutput<typeof MonthlyPayload>): Promise<Outcome> {
    const folder = options.folder();
    if (folder === null) {
      options.onTrouble(null);
      return { end: 'done', outcome: 'not-wanted' };
    }
    const { text, orders, open } = await tableOf(options.book, month, venueId, options.form(), options.currencyDigits);
    // No order is known here, which doesn't mean that there were none.
    if (orders === 0) return { end: 'done', result: { file: null, orders, open } };
    const file = options.fileNameOf(month, venueId);
    try {
      const had = await inTime(options.time, folder, LIMIT_MS, async (late) => {
        const lines = await linesOf(join(folder, file));
        if (lines <= orders) await writeForOthers(folder, file, text, late);
        return lines;
      });
      if (had > orders) {
        const text = message('monthlyFile.hasMoreOrders', { file, had, orders });
        options.onTrouble({ text, hint: message('monthlyFile.moveAway') });
        return { end: 'failed', error: text };
      }
    } catch (error) {
      const { text, hint } = words(blockedBy(join(folder, file), folder, error));
      options.onTrouble({ text, hint });
      const afterMs = job.attempts < QUICK_ATTEMPTS ? backoffMs(job.attempts) : HALF_AN_HOUR_MS;
      return { end: 'retry', error: text, afterMs };
    }
    options.onTrouble(null);
    return { end: 'done', result: { file, orders, open } };
  }

  return kindOf(MONTHLY, { atOnce: 1, leaseMs: 10 * 60_000, run });
}

/** Writes a trial file to the folder. Null if it works. */
export async function reportFolderBlockedBy(time: Pick<Time, 'after'>, folder: string): Promise<{ text: Text; hint: Text } | null> {
  try {
    await inTime(time, folder, TRIAL_LIMIT_MS, async (late) => {
      await writeForOthers(folder, TRIAL, '', late);
      await rm(join(folder, TRIAL));
    });
    return null;
  } catch (error) {
    return words(whyNot(folder, error));
  }
}

async function tableOf(
  book: ReportBook,
  month: string,
  venueId: string,
  form: TableForm,
  currencyDigits: CurrencyDigits,
): Promise<{ text: string; orders: number; open: number }> {
  // The file leaves the venue, so it has no staff names.
  const lines = [ordersHead(false, form)];
  let open = 0;
  for await (const order of book.orders(spanOfMonth(month))) {
    if (order.past.venueId !== venueId) continue;
    lines.push(orderRow({ ...order, staff: null }, (at) => new Date(at).toISOString(), currencyDigits, form));
    open += order.past.endedAt === null ? 1 : 0;
  }
  return { text: lines.join(''), orders: lines.length - 1, open };
}

/**
 * Orders in the existing file, one per line below its header; 0 if missing. Others write to this folder too: pipes and devices are refused,
 * and long files are read in parts.
 */
async function linesOf(path: string): Promise<number> {
  const file = await openIfThere(path);
  if (!file) return 0;
  try {
    lookAt(await file.stat());
    let lines = 0;
    let isEmpty = true;
    const part = Buffer.alloc(PART_BYTES);
    for (let read = await file.read(part); read.bytesRead > 0; read = await file.read(part)) {
      for (const byte of part.subarray(0, read.bytesRead)) {
        if (byte === LINE_FEED && !isEmpty) lines += 1;
        isEmpty = byte === LINE_FEED || (isEmpty && BLANK.has(byte));
      }
    }
    return Math.max(0, lines + (isEmpty ? 0 : 1) - 1);
  } finally {
    await file.close();
  }
}

/** Non-blocking: a pipe created in between would block one of the few file threads for good. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    lookAt(await stat(path));
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function lookAt(there: Stats): void {
  if (!there.isFile()) throw Object.assign(new Error('no file'), { code: 'EFTYPE' });
  if (there.size > MOST_BYTES) throw Object.assign(new Error('longer than any month'), { code: 'EFBIG' });
}

/** Room for millions of orders. */
const MOST_BYTES = 512 * 1024 * 1024;
const PART_BYTES = 64 * 1024;
const LINE_FEED = 10;
const BLANK: ReadonlySet<number> = new Set(Buffer.from(' \t\r\v\f'));

/** Names the file if it's the problem, else the folder. */
function blockedBy(path: string, folder: string, error: unknown): WhyNot {
  const code = codeOf(error);
  return code === 'EFTYPE' || code === 'EFBIG' || code === 'EISDIR' ? { code, at: path } : whyNot(folder, error);
}

function words(why: WhyNot): { text: Text; hint: Text } {
  return wordsFor(why, {
    failed: message('monthlyFile.notWritten'),
    failedBy: (code) => message('monthlyFile.writeFailed', { code }),
    missing: message('monthlyFile.folderMissing'),
    closed: message('monthlyFile.folderNotWritable'),
    full: message('monthlyFile.diskFull'),
    isChosen: true,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
