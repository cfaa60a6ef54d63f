/**
 * A 200 means the notification is on disk. Each fault also runs against a receiver that answers too early, to prove that the test would
 * fail.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failCalls, mountSmallDisk, type SmallDisk, whyNoBrokenDisk, whyNoFailingCalls } from '../../../lab/faults/runs/break-disk.ts';
import { PATIENCE_MS, until } from '../../e2e/venue/venue.ts';
import { signed } from '../../setup/intake.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';

const PROGRAM = fileURLToPath(new URL('../../fixtures/receiver-process.ts', import.meta.url));
const AT_ONCE = 16;
const SECRET = 'a-secret-of-at-least-128-bits';

type Order = 'as it is' | 'answers-first';

interface Receiving {
  dataDir: string;
  process: ChildProcess;
  /** Status of the answer, null if none. */
  post(id: string): Promise<number | null>;
  /** Whether a new connection to the database finds the notification. */
  has(id: string): boolean;
}

async function receive(order: Order, dataDir: string): Promise<Receiving> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, SECRET, order], { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const url = (JSON.parse(line) as { ingest_url: string }).ingest_url;
  return {
    dataDir,
    process: child,
    async post(id) {
      const body = JSON.stringify({
        id,
        type: 'order.notification',
        order: { id: `order-${id}`, venue_id: 'v1', status: 'CREATED', resource_url: 'http://127.0.0.1:1/orders/o1' },
        created_at: '2026-03-14T11:14:07.912345Z',
      });
      const answer = await fetch(url, { method: 'POST', body, headers: signed(body, SECRET) }).catch(() => null);
      return answer?.status ?? null;
    },
    has(id) {
      const find = 'SELECT 1 FROM notification WHERE id = ?';
      return inDatabase(join(dataDir, 'tillbridge.sqlite'), (db) => db.prepare(find).get(id) !== undefined, { readonly: true });
    },
  };
}

/** Counts 200s for notifications not on disk at that moment. */
async function answeredTooSoon(receiving: Receiving, posts: number): Promise<number> {
  let tooSoon = 0;
  for (let at = 0; at < posts; at += 1) {
    const id = randomUUID();
    if ((await receiving.post(id)) === 200 && !receiving.has(id)) tooSoon += 1;
  }
  return tooSoon;
}

function smallDisk(): SmallDisk {
  const disk = mountSmallDisk(16);
  onTestFinished(() => disk.remove());
  return disk;
}

/** Each returns how many acknowledged notifications weren't stored. */
const FAULTS: Record<string, (order: Order) => Promise<number>> = {
  async 'while another program holds the database'(order) {
    const receiving = await receive(order, testFolder());
    const other = new Database(join(receiving.dataDir, 'tillbridge.sqlite'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    // Sent at once, so that they may be written together.
    const ids = Array.from({ length: AT_ONCE }, () => randomUUID());
    const answers = ids.map((id) => receiving.post(id));
    // The receiver that answers too early gets all the time it needs; the real one doesn't answer yet.
    const early = await Promise.race([
      ...answers.map(async (answer, at) => ({ status: await answer, id: ids[at] as string })),
      new Promise<null>((resolve) => void setTimeout(resolve, order === 'as it is' ? 1_000 : PATIENCE_MS, null).unref()),
    ]);
    const tooSoon = early?.status === 200 && !receiving.has(early.id) ? 1 : 0;
    other.exec('COMMIT');
    // Every notification is answered once it is stored.
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    await until('the notifications', () => ids.every((id) => receiving.has(id)));
    return tooSoon;
  },
  async 'where the receiver is killed right after the answer'(order) {
    const receiving = await receive(order, testFolder());
    const id = randomUUID();
    expect(await receiving.post(id)).toBe(200);
    const gone = new Promise((resolve) => receiving.process.once('exit', resolve));
    receiving.process.kill('SIGKILL');
    await gone;
    return testStore(receiving.dataDir, { backups: null }).inbox.has(id) ? 0 : 1;
  },
};
const CANNOT_BE: Record<string, () => string | null> = {
  'on a full disk': whyNoBrokenDisk,
  "where the disk accepts bytes and can't keep them": whyNoFailingCalls,
};
const DISK_FAULTS: typeof FAULTS = {
  async 'on a full disk'(order) {
    const disk = smallDisk();
    const receiving = await receive(order, join(disk.dir, 'data'));
    expect(await receiving.post('before')).toBe(200);
    await until('the first one', () => receiving.has('before'));
    const empty = disk.fill();
    const tooSoon = await answeredTooSoon(receiving, 20);
    empty();
    return tooSoon;
  },
  async "where the disk accepts bytes and can't keep them"(order) {
    const receiving = await receive(order, testFolder());
    expect(await receiving.post('before')).toBe(200);
    await until('the first one', () => receiving.has('before'));
    const mend = await failCalls(receiving.process.pid ?? 0, 'fsync');
    const tooSoon = await answeredTooSoon(receiving, 5);
    await mend();
    return tooSoon;
  },
};

describe('a 200 of the receiver', () => {
  for (const [when, cause] of Object.entries({ ...FAULTS, ...DISK_FAULTS })) {
    it(`is never sent before the notification is on disk: ${when}`, async ({ skip }) => {
      skipWhere(CANNOT_BE[when]?.(), skip);
      expect(await cause('as it is')).toBe(0);
    });

    it(`that is sent too early would make this test fail: ${when}`, async ({ skip }) => {
      skipWhere(CANNOT_BE[when]?.(), skip);
      expect(await cause('answers-first')).toBeGreaterThan(0);
    });
  }
});

function skipWhere(why: string | null | undefined, skip: (why: string) => void): void {
  if (why) skip(why);
}
