/** A paired station: a process behind its own line that sleeps, reloads and is killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { authorityOf } from '../attacks/watch/trust-authority.ts';
import { clockOff } from './clock-off.ts';
import { openStationLine, type StationLine } from './line.ts';
import { Line, nowMs, type Order, Showing, type StationStart } from './station-lines.ts';

const STATION = fileURLToPath(new URL('station.ts', import.meta.url));
const SHOWS_WITHIN_MS = 5_000;

export interface PairedStation {
  name: string;
  line: StationLine;
  /** First with the code, then with the kept key. */
  start(): void;
  /** As at a reload. */
  leave(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP, then SIGCONT. */
  sleep(ms: number): Promise<void>;
  setClock(offMs: number): Promise<void>;
  tell(order: Order): void;
  /** Null without an answer in time. */
  showing(): Promise<Showing | null>;
  /** Log of each of its processes. */
  lines(): Line[][];
  /** By `nowMs`. */
  sleeps: { from: number; to: number }[];
  close(): Promise<void>;
}

/** The addresses: from `displays.pair`. */
export async function openPairedStation(
  name: string,
  { url, guideUrl }: { url: string; guideUrl: string | null },
  { folder, person, seed, notesPushes = false }: { folder: string; person: string; seed: number; notesPushes?: boolean },
): Promise<PairedStation> {
  const { origin, hostname, port, hash } = new URL(url);
  const authority = await authorityOf(guideUrl ?? '');
  const line = await openStationLine({ host: hostname, port: Number(port) });
  const clock = clockOff(join(folder, `${name}.clock`));
  const log = (life: number) => join(folder, `${name}-${life}.log`);
  const sleeps: PairedStation['sleeps'] = [];
  let lives = 0;
  let isWorking = false;
  let program: ChildProcess | null = null;
  let gone: Promise<unknown> = Promise.resolve();

  async function end(how: () => void): Promise<void> {
    how();
    await gone;
    program = null;
  }
  const send = (order: Order): void => void program?.send(order, () => undefined);

  return {
    name,
    line,
    sleeps,
    start() {
      lives += 1;
      const given: StationStart = {
        origin,
        authority,
        port: line.port,
        code: lives === 1 ? hash.slice(1) : '',
        file: join(folder, `${name}.storage`),
        log: log(lives),
        person,
        seed: seed + lives,
        notesPushes,
      };
      const child = fork(STATION, [JSON.stringify(given)], { execArgv: clock.args, env: { ...process.env, ...clock.env } });
      program = child;
      gone = new Promise((resolve) => child.once('exit', resolve));
      if (isWorking) send('work');
    },
    leave: () => end(() => send('leave')),
    kill: () => end(() => program?.kill('SIGKILL')),
    async sleep(ms) {
      const from = nowMs();
      program?.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      program?.kill('SIGCONT');
      sleeps.push({ from, to: nowMs() });
    },
    setClock: clock.set,
    tell(order) {
      if (order === 'work' || order === 'rest') isWorking = order === 'work';
      send(order);
    },
    showing() {
      const asked = program;
      if (!asked) return Promise.resolve(null);
      return new Promise((resolve) => {
        const limit = setTimeout(() => hear(null), SHOWS_WITHIN_MS);
        const hear = (answer: unknown): void => {
          clearTimeout(limit);
          asked.off('message', hear);
          resolve(v.is(Showing, answer) ? answer : null);
        };
        asked.on('message', hear);
        send('show');
      });
    },
    lines: () =>
      Array.from({ length: lives }, (_, life) => log(life + 1))
        .filter((path) => existsSync(path))
        .map((path) => readLines(readFileSync(path, 'utf8'))),
    async close() {
      await end(() => program?.kill('SIGKILL'));
      await line.close();
    },
  };
}

/** A killed process may leave half a line. */
function readLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      const read = v.safeParse(Line, JSON.parse(line));
      return read.success ? [read.output] : [];
    } catch {
      return [];
    }
  });
}
