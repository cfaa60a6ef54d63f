/** This computer's clock jumps by hours and years while orders arrive: nothing is late or early. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState } from '../../../contract/contract.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { problemIf, problemsOf, type RunOutcome } from './outcome.ts';

const JUMPS = ['+3h', '-3h', '+1h', '-1h', '-26h', '+400d', '-400d', '+90', '-90', '+0'];
const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];

const SECONDS: Record<string, number> = { '': 1, h: 3_600, d: 86_400 };

/** A fake clock. `set` changes it at any time ("+3h", "-400d", "+90" for seconds), relative to the file system's time. */
export function anotherClock(dir: string): { env: Record<string, string | undefined>; set: (offset: string) => void } {
  const file = join(dir, 'clock-offset');
  writeFileSync(file, '+0');
  const own = Math.round((Date.now() - statSync(file).mtimeMs) / 1_000);
  const set = (offset: string): void => {
    const [, count, unit = ''] = /^([+-]\d+)([hd]?)$/.exec(offset) ?? [];
    const seconds = own + Number(count) * (SECONDS[unit] ?? 1);
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  };
  set('+0');
  const library = `${libraryFolder()}/faketime/libfaketimeMT.so.1`;
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Removes a fake clock of the parent process.
      FAKETIME: undefined,
      FAKETIME_SHARED: undefined,
    },
  };
}

function libraryFolder(): string {
  const folder = readdirSync('/usr/lib').find((name) => name.endsWith('-linux-gnu'));
  if (!folder) throw new Error('There is no folder of libraries such as /usr/lib/x86_64-linux-gnu.');
  return `/usr/lib/${folder}`;
}

export async function clockJumps(jumps: number, seed: number, say: (line: string) => void = () => undefined): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  let seen: AppState | null = null;
  await using app = await openVenueProcess({ onState: (state) => (seen = state) });
  const clock = anotherClock(app.venue.dataDir);
  // `slowestMs`: the longest life of an order placed right after a jump.
  let [reported, slowestMs, worstScreenMs] = [0, 0, 0];
  let orders = 0;
  const place = (): Promise<string> => {
    orders += 1;
    return app.place(chance.pick(KINDS), { cash_payment: null });
  };
  const ended = (id: string, when = '') =>
    until(`order ${id} to end${when}`, async () => (await app.venue.atService(id)).state === 'delivered', 60_000);
  await app.switchOn([], clock.env);
  for (let jump = 0; jump < jumps; jump += 1) {
    const before = [await place(), await place()];
    await new Promise((resolve) => setTimeout(resolve, chance.below(500)));
    const by = chance.pick(JUMPS);
    clock.set(by);
    const began = Date.now();
    const id = await place();
    await ended(id, ` after the clock jumped to ${by}`);
    slowestMs = Math.max(slowestMs, Date.now() - began);
    for (const other of before) await ended(other);
    // The screen adds the offset to its own clock, which is the real one.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    const state = seen as AppState | null;
    if (!state) throw new Error('The screen was told nothing.');
    const shown = (state.app.app?.clockOffsetMs ?? 0) + offsetMs(by);
    worstScreenMs = Math.max(worstScreenMs, Math.abs(shown));
    if ('clock' in state.notices === Math.abs(offsetMs(by)) >= 60_000) reported += 1;
    if ((jump + 1) % 10 === 0) say(`${jump + 1} jumps, ${orders} orders`);
  }
  const accounted = await app.account(60_000);
  const { account } = accounted;
  return {
    figures:
      `${jumps} jumps, ${reported} shown rightly, the screen's time off by ${worstScreenMs} ms at most, ` +
      `an order right after a jump ended within ${slowestMs} ms; ${orders} orders, lost ${account.lost}, done twice ${account.doubled}`,
    problems: [
      ...problemsOf(accounted),
      ...problemIf(reported < jumps, `${jumps - reported} jumps were not told, or told wrongly`),
      ...problemIf(worstScreenMs > 2_000, `the screen's time was off by ${worstScreenMs} ms`),
      ...problemIf(slowestMs > 10_000, `an order took ${slowestMs} ms`),
    ],
  };
}

function offsetMs(by: string): number {
  const unit = { h: 3_600_000, d: 86_400_000 }[by.slice(-1)];
  return Number.parseInt(by, 10) * (unit ?? 1_000);
}
