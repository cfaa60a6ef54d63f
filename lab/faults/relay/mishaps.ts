/** Trouble of a relay and its apps, and whether staff and operator are informed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { postSigned } from '../attacks/watch/meanwhile.ts';
import type { SmallDisk } from '../runs/break-disk.ts';
import type { Chance } from '../seeded.ts';
import { type CounterOfRelay, problemsSeen, seenByOperator } from './counter.ts';
import type { Weather } from './line.ts';
import type { Part } from './part.ts';
import type { RelayProcess } from './relay-process.ts';

/** ms until each was reported; `unreported`: missing reports, in words. */
export interface Reported {
  staff: number[];
  operator: number[];
  unreported: string[];
}

/** By the relay's interface a lost line is known after 15 s; screens are checked every two seconds, on a busy computer. */
const REPORTED_MS = 25_000;
/** An app that reconnects is silent for the operator only after a minute. */
const SILENT_MS = 90_000;
const MENDED_MS = 60_000;
const BAD_LINE_MS = 4_000;
/** Two-byte letters per note; so many notes exceed the disk's space. */
const LONG_NOTE = 30_000;
const MOST_LONG_NOTES = 1_200;

export function nextTo(relay: Part, others: readonly Part[]): Part[] {
  return others.flatMap((other) => [relay, other]);
}

/** Kills parts 100 to 900 ms apart; each restarts at once, and may be killed while starting. */
export async function killInTurn(
  parts: readonly Part[],
  kills: number,
  chance: Chance,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const killed: Record<string, number> = {};
  const starting = new Map<Part, Promise<void>>();
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(100 + chance.below(800));
    const part = parts[kill % parts.length];
    if (!part) break;
    await part.kill();
    await starting.get(part);
    starting.set(part, part.start());
    killed[part.name] = (killed[part.name] ?? 0) + 1;
    if (kill % 25 === 24) say(`${kill + 1} kills`);
  }
  await Promise.all(starting.values());
  return killed;
}

/** One line is cut and one half-open, then one slow and one reordered, with kills of apps. */
export async function troubleLines(
  relay: RelayProcess,
  counters: readonly CounterOfRelay[],
  round: number,
  { chance, reported, isPatient, kills }: { chance: Chance; reported: Reported; isPatient: boolean; kills: Record<string, number> },
): Promise<void> {
  const inTurn = (weathers: Weather[]) =>
    counters.map((counter, at) => [counter, weathers[(at + round) % weathers.length] ?? 'well'] as const);
  await Promise.all(inTurn(['cut', 'half-open']).map(([counter, weather]) => silence(relay, counter, weather, reported, isPatient)));
  await Promise.all(
    inTurn(['slow', 'reordered']).map(async ([counter, weather]) => {
      counter.line.set(weather);
      await wait(BAD_LINE_MS / 2 + chance.below(BAD_LINE_MS));
      await counter.kill();
      await counter.start();
      kills[counter.name] = (kills[counter.name] ?? 0) + 1;
      await wait(BAD_LINE_MS / 2 + chance.below(BAD_LINE_MS));
      counter.line.set('well');
    }),
  );
}

async function silence(
  relay: RelayProcess,
  counter: CounterOfRelay,
  weather: Weather,
  reported: Reported,
  isPatient: boolean,
): Promise<void> {
  const { name, line } = counter;
  const what = `a line that is ${weather} at ${name}`;
  line.set(weather);
  await Promise.all([
    hears(reported, 'staff', `staff of ${what}`, () => counter.screen()?.state === 'lost'),
    hears(reported, 'operator', `the operator of ${what}`, async () => {
      const seen = await seenByOperator(relay, name);
      return seen !== null && !seen.is_connected;
    }),
  ]);
  const isSilent = async () => (await problemsSeen(relay)).includes('silent');
  if (isPatient) await hears(reported, 'operator', `the operator of news that waits for ${name}`, isSilent, SILENT_MS);
  line.set('well');
  await hears(reported, null, `staff that ${name} is connected again`, () => counter.screen()?.state === 'connected');
}

/** Fills the relay's disk: operator and staff must be informed until there is room. */
export async function fillDisk(
  relay: RelayProcess,
  counters: readonly CounterOfRelay[],
  disk: SmallDisk,
  reported: Reported,
): Promise<void> {
  const mend = disk.fill();
  await untilRefused(relay);
  const what = "the relay's full disk";
  const isProblem = async () => (await problemsSeen(relay)).includes('storage');
  await Promise.all([
    hears(reported, 'operator', `the operator of ${what}`, isProblem),
    ...counters.map(({ name, screen }) => hears(reported, 'staff', `staff of ${what} at ${name}`, () => screen()?.state === 'lost')),
  ]);
  mend();
  await hears(reported, null, `the operator that ${what} is over`, async () => !(await isProblem()));
  for (const { name, screen } of counters)
    await hears(reported, null, `staff of ${name} that ${what} is over`, () => screen()?.state === 'connected');
}

/** Fills the database's free pages with an unknown venue's notifications. */
async function untilRefused(relay: RelayProcess): Promise<void> {
  const order = { id: randomUUID(), venue_id: randomUUID(), status: 'CREATED', note: '·'.repeat(LONG_NOTE) };
  for (let sent = 0; sent < MOST_LONG_NOTES; sent += 1) {
    const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', created_at: '2026-03-14T11:14:07Z', order });
    const status = await postSigned(relay.port, body);
    if (status === 503) return;
    if (status !== 200) throw new Error(`The relay with a full disk answered ${status}.`);
  }
  throw new Error('The relay has kept more than its full disk has room for.');
}

/** `who`: whose time counts; null for the end of a trouble. */
async function hears(
  reported: Reported,
  who: 'staff' | 'operator' | null,
  what: string,
  look: () => boolean | Promise<boolean>,
  within = who === null ? MENDED_MS : REPORTED_MS,
): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < within) {
    if (await look()) return void (who && reported[who].push(Math.round(performance.now() - began)));
    await wait(200);
  }
  reported.unreported.push(`${what} was not told within ${within / 1_000} s`);
}
