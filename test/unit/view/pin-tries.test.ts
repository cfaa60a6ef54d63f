/** How long a four-digit PIN resists an attacker who tries PINs as fast as allowed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPinTries, type PinTries } from '../../../main/features/access/pin-tries.ts';
import type { Store } from '../../../main/store/store.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY_MS = 24 * 3_600_000;
const HALF_OF_THEM = 5_000;

let dir: string;
let store: Store;
/** A clock that can't be set, ms. Each process starts it at any value. */
let monotonic: number;
let tries: PinTries;
beforeEach(() => {
  dir = testFolder();
  monotonic = 1_000;
  start();
});
afterEach(stop);
function start(): void {
  store = testStore(dir);
  tries = createPinTries(
    { get: store.access.get, keep: (throttle) => store.write(() => store.access.keep(throttle)) },
    { ...testTime(), monotonic: () => monotonic },
  );
}
function stop(): void {
  tries.stop();
  store.close();
}

/** Tries as soon as allowed, and returns the waits. */
function attack(times: number, before = () => {}): number[] {
  return Array.from({ length: times }, () => {
    const rest = tries.retryAfterMs();
    monotonic += rest;
    before();
    expect(tries.retryAfterMs()).toBe(0);
    tries.count();
    return rest;
  });
}
const sum = (rests: number[]) => rests.reduce((all, rest) => all + rest, 0);

test('trying half of all four-digit PINs takes over a year, though the first four tries need no wait', () => {
  const rests = attack(HALF_OF_THEM);
  expect(rests.slice(0, 7)).toEqual([0, 0, 0, 0, 30_000, 60_000, 300_000]);
  expect(Math.max(...rests)).toBe(2 * 3_600_000);
  expect(sum(rests) / DAY_MS).toBeGreaterThan(415);
});

test("correct PINs between wrong ones don't make trying faster", () => {
  const rests = attack(1_000, () => {
    tries.count();
    tries.forgive();
  });
  expect(sum(rests) / 1_000).toBeGreaterThan(1.98 * 3_600_000);
});

test('no restart and no clock change shortens the wait', () => {
  attack(6);
  const rest = tries.retryAfterMs();
  expect(rest).toBe(300_000);
  for (const begin of [0, 5e12, -5e12, 1_000]) {
    stop();
    monotonic = begin;
    start();
    expect(tries.retryAfterMs()).toBe(rest);
  }
  monotonic -= DAY_MS;
  expect(tries.retryAfterMs()).toBe(rest);
  monotonic += DAY_MS;
  expect(tries.retryAfterMs()).toBe(rest);
  monotonic += rest - 1;
  expect(tries.retryAfterMs()).toBe(1);
  stop();
  start();
  expect(tries.retryAfterMs()).toBe(1);
});

test("a few mistakes yesterday don't reduce today's free tries", () => {
  for (let count = 0; count < 4; count += 1) tries.count();
  expect(tries.retryAfterMs()).toBe(30_000);
  monotonic += 10 * 3_600_000;
  tries.count();
  expect(tries.retryAfterMs()).toBe(0);
});
