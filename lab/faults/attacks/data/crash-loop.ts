/** An app that crashes after every start, or can't open its database, still accepts notifications and reports its state. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { freePort } from '../../../../main/demo/venue.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { isAlive } from '../../../../test/setup/is-alive.ts';
import { openVenueProcess, START, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { viewCounter } from '../watch/counter-screen.ts';
import { notificationOf, postSigned } from '../watch/meanwhile.ts';
import { storedBytes } from '../watch/stored-bytes.ts';

/** Crashes per cause. Ten take minutes, as the pauses between starts grow to 30 s. */
const CRASHES = 10;
const LEAST = 3;
const DEFECT_AFTER_MS = 1_200;
const EVERY_MS = 100;
const LOOK_ON_MS = 1_500;
/** The service sends a notification three times, five seconds apart. */
const LONGEST_GAP_MS = 10_000;
const BACK_WITHIN_MS = 90_000;
const TELLS = /stopped unexpectedly \d+ times in a row/;

export const crashLoop: Attack = {
  wants: 'an app that crashes at every start stays down, loses what it took, or says nothing',
  async run({ tries, say }) {
    const crashes = Math.max(LEAST, tries(CRASHES));
    const reached: string[] = [];
    const figures: string[] = [];
    for (const [name, cause] of Object.entries(CAUSES)) {
      const { wrong, figure } = await loop(cause, crashes);
      reached.push(...wrong.map((what) => `${name}: ${what}`));
      figures.push(`${name}: ${figure}`);
      say(figures.at(-1) ?? '');
    }
    return { tried: crashes * Object.keys(CAUSES).length, reached, figures: figures.join('; ') };
  },
};

interface Cause {
  begin(dataDir: string): void;
  end(dataDir: string): void;
}

const defectFile = (dataDir: string) => join(dataDir, 'defect');
const CAUSES: Record<string, Cause> = {
  'a defect after every start': {
    begin: (dataDir) => writeFileSync(defectFile(dataDir), ''),
    end: (dataDir) => rmSync(defectFile(dataDir)),
  },
  'a database that cannot be opened': {
    begin(dataDir) {
      change(dataDir, 'ALTER TABLE journal RENAME TO journal_elsewhere');
      writeFileSync(defectFile(dataDir), 'once');
    },
    end: (dataDir) => change(dataDir, 'ALTER TABLE journal_elsewhere RENAME TO journal'),
  },
};

function change(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, 'tillbridge.sqlite'));
  db.exec(sql);
  db.close();
}

async function loop(cause: Cause, crashes: number): Promise<{ wrong: string[]; figure: string }> {
  const counterPort = await freePort();
  await using app = await openVenueProcess({ robot: false, settings: { counter: { port: counterPort } } });
  const { dataDir } = app.venue;
  const wrong: string[] = [];
  const started = startWithDefect(app);
  try {
    await until('the first start', () => started.counters().length === 1, 30_000);
    const orderId = await app.place('takeaway');
    cause.begin(dataDir);

    const seen = { taken: [] as string[], refused: 0, unsigned: 0, reported: 0, longestGapMs: 0, longestRestMs: 0 };
    const rests = () => [...log(dataDir).matchAll(/"restMs":(\d+)/g)].map(([, ms]) => Number(ms));
    let overAt = Number.POSITIVE_INFINITY;
    const isOver = () => {
      if (started.pids().length >= crashes && rests().length >= crashes - 2) overAt = Math.min(overAt, performance.now());
      return performance.now() > overAt + LOOK_ON_MS;
    };
    let answeredAt = performance.now();
    const limit = performance.now() + 60_000 + crashes * 40_000;
    while (!isOver() && performance.now() < limit) {
      if (!started.livesOn()) break;
      const id = randomUUID();
      const body = notificationOf(orderId, app.venue.venueId, id);
      const status = await postSigned(app.receiverPort, body).catch(() => 0);
      if (status === 200) {
        seen.taken.push(id);
        seen.longestGapMs = Math.max(seen.longestGapMs, performance.now() - answeredAt);
        answeredAt = performance.now();
        const unsigned = await fetch(`http://127.0.0.1:${app.receiverPort}/notifications`, { method: 'POST', body }).catch(() => null);
        if (unsigned?.status === 200) seen.unsigned += 1;
      } else seen.refused += 1;
      const page = await fetch(`http://127.0.0.1:${counterPort}/`).catch(() => null);
      if (page?.status === 503 && TELLS.test(await page.text())) seen.reported += 1;
      await wait(EVERY_MS);
    }
    seen.longestGapMs = Math.max(seen.longestGapMs, performance.now() - answeredAt);
    if (!isOver()) wrong.push(`after ${started.pids().length} starts and ${rests().length} rests it stayed down`);
    cause.end(dataDir);
    const before = started.counters().length;
    await until('the counter', () => started.counters().length > before, BACK_WITHIN_MS).catch(() => wrong.push('it did not come back'));
    const address = started.counters().at(-1) ?? '';
    const counter = wrong.length === 0 ? await viewCounter(address) : null;
    if (counter) {
      const notice = await until('the notice', async () => counter.notices().join(' ').match(TELLS)?.[0], 10_000).catch(() => null);
      if (!notice) wrong.push('the counter says nothing of it');
      counter.close();
    }
    if (seen.reported === 0) wrong.push('the page at the address of the counter said nothing');
    if (!TELLS.test(started.output())) wrong.push('the terminal said nothing');
    if (!log(dataDir).includes('only notifications are taken in')) wrong.push('the log says nothing');
    if (seen.longestGapMs > LONGEST_GAP_MS) wrong.push(`for ${Math.round(seen.longestGapMs)} ms no notification was taken`);
    if (seen.unsigned > 0) wrong.push(`${seen.unsigned} notifications were taken without a signature`);
    await started.kill();
    const stored = storedBytes(dataDir);
    const lost = seen.taken.filter((id) => !stored.includes(id)).length;
    if (lost > 0) wrong.push(`${lost} of ${seen.taken.length} notifications that were answered 200 are not in the database`);
    const figure =
      `${started.pids().length} starts, rests of ${rests()
        .map((ms) => ms / 1_000)
        .join(', ')} s, ${seen.taken.length} notifications taken, ` +
      `${seen.refused} not, never longer than ${Math.round(seen.longestGapMs)} ms without, told ${seen.reported} times`;
    return { wrong, figure };
  } finally {
    await started.kill();
  }
}

function log(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'log', 'tillbridge.log'), 'utf8');
  } catch {
    return '';
  }
}

/** Starts the app with a module that throws while a file exists, also after restarts. */
function startWithDefect({ venue }: VenueProcess) {
  const module = join(venue.dataDir, 'defect.mjs');
  const file = JSON.stringify(defectFile(venue.dataDir));
  writeFileSync(
    module,
    `import { existsSync, readFileSync, rmSync } from 'node:fs';
     console.log('pid ' + process.pid);
     setInterval(() => {
       // A defect of the app itself cannot strike before the app is there.
       if (!existsSync(${file}) || process.listenerCount('uncaughtException') === 0) return;
       if (readFileSync(${file}, 'utf8') === 'once') rmSync(${file});
       throw new Error('a defect');
     }, ${DEFECT_AFTER_MS});`,
  );
  const args = ['--import', pathToFileURL(module).href, START, '--data-dir', venue.dataDir];
  args.push('--host', 'browser', '--no-open', '--vault', 'file');
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  let gone = 0;
  const pids = () => [...text.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  return {
    output: () => text,
    pids,
    /** False if every process was gone at several checks in a row. */
    livesOn() {
      gone = pids().some(isAlive) ? 0 : gone + 1;
      return gone < 50;
    },
    counters: () => [...text.matchAll(/^Counter: +(\S+)$/gm)].map(([, url]) => url ?? ''),
    async kill() {
      for (let known = -1; known !== pids().length; ) {
        known = pids().length;
        for (const pid of pids()) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // The process has ended already.
          }
        }
        await wait(300);
      }
    },
  };
}
