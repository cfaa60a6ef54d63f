/** How long a PIN of four digits lasts against somebody who tries all of them, as fast as he may. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPinTries, type PinTries } from '../../../main/features/access/pin-tries.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY_MS = 24 * 3_600_000;
const HALF_OF_THEM = 5_000;

let dir: string;
let store: Store;
/** The clock that nobody can set, ms. It begins anew with each process, at any value. */
let monotonic: number;
let tries: PinTries;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-pin-'));
  monotonic = 1_000;
  start();
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true, force: true });
});
function start(): void {
  store = openStore(dir);
  tries = createPinTries(
    { get: store.access.get, keep: (owed) => store.write(() => store.access.keep(owed)) },
    { ...testTime(), monotonic: () => monotonic },
  );
}
function stop(): void {
  tries.stop();
  store.close();
}

test('half of all numbers of four digits take more than a year, the first few nothing', () => {
  let waited = 0;
  const rests: number[] = [];
  for (let count = 0; count < HALF_OF_THEM; count += 1) {
    const rest = tries.restMs();
    rests.push(rest);
    waited += rest;
    monotonic += rest;
    expect(tries.restMs()).toBe(0);
    tries.count();
  }
  expect(rests.slice(0, 7)).toEqual([0, 0, 0, 0, 30_000, 60_000, 300_000]);
  expect(Math.max(...rests)).toBe(2 * 3_600_000);
  expect(waited / DAY_MS).toBeGreaterThan(415);
});

test('the right PIN in between, as often as the manager likes, does not make it faster', () => {
  let waited = 0;
  for (let count = 0; count < 1_000; count += 1) {
    const rest = tries.restMs();
    waited += rest;
    monotonic += rest;
    // The manager comes in first, and waits for nothing then.
    tries.count();
    tries.forgive();
    expect(tries.restMs()).toBe(0);
    tries.count();
  }
  expect(waited / 1_000).toBeGreaterThan(1.98 * 3_600_000);
});

test('no start and no clock makes the wait shorter', () => {
  for (let count = 0; count < 6; count += 1) {
    monotonic += tries.restMs();
    tries.count();
  }
  const rest = tries.restMs();
  expect(rest).toBe(300_000);
  for (const begin of [0, 5e12, -5e12, 1_000]) {
    stop();
    monotonic = begin;
    start();
    expect(tries.restMs()).toBe(rest);
  }
  // A clock that runs backwards, were there one, owes nothing back when it comes forward again.
  monotonic -= DAY_MS;
  expect(tries.restMs()).toBe(rest);
  monotonic += DAY_MS;
  expect(tries.restMs()).toBe(rest);
  monotonic += rest - 1;
  expect(tries.restMs()).toBe(1);
  stop();
  start();
  expect(tries.restMs()).toBe(1);
});

test('who mistyped a few times yesterday has as many free tries today', () => {
  for (let count = 0; count < 4; count += 1) tries.count();
  expect(tries.restMs()).toBe(30_000);
  monotonic += 10 * 3_600_000;
  tries.count();
  expect(tries.restMs()).toBe(0);
});
