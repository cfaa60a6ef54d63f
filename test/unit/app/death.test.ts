import { expect, test } from 'vitest';
import { afterDeath, argumentsAfter, argumentsOfNextStart, type Crashes, diedOf, restMs } from '../../../main/app/keep-up/restarts.ts';

test.each(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE', 'SIGKILL'] as const)('%s counts as a crash', (signal) =>
  expect(diedOf(null, signal)).toBe(signal),
);

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGPIPE'] as const)("%s doesn't count as a crash", (signal) =>
  expect(diedOf(null, signal)).toBeNull(),
);

test.each([
  [0, null],
  [1, null],
  [2, null],
  [130, null],
  [143, null],
  [134, 'exit code 134'],
  [139, 'exit code 139'],
  [0xc0000005, 'exit code 0xc0000005'],
  [0xc0000409, 'exit code 0xc0000409'],
  // Ctrl-C on Windows.
  [0xc000013a, null],
])('exit code %s is this crash: %s (null: no crash)', (code, cause) => expect(diedOf(code, null)).toBe(cause));

test('after three immediate restarts, native crashes wait up to 30 s, and no two in a row restart at once', () => {
  let crashes: Crashes = { inARow: 0, rested: false };
  const spans: number[] = [];
  for (let death = 0; death < 14; death += 1) {
    const { next, waitMs } = afterDeath(crashes, 100);
    spans.push(waitMs);
    crashes = next;
  }
  expect(spans.slice(0, 4)).toEqual([0, 0, 0, 2_000]);
  expect(Math.max(...spans)).toBe(30_000);
  expect(spans.slice(3).every((ms, at, all) => ms > 0 || (all[at + 1] ?? 1) > 0)).toBe(true);
});

test('a crash after a run of a minute counts as the first again', () => {
  const { next } = afterDeath({ inARow: 2, rested: false }, 60_000);
  expect(next).toEqual({ inARow: 1, rested: false });
  expect(restMs(next)).toBe(0);
});

test('one-time arguments are dropped from the next start', () => {
  const kept = ['--data-dir', 'counter', '--host', 'browser'];
  expect(argumentsOfNextStart([...kept, '--restore-backup', '2', '--reset-pin'])).toEqual(kept);
  expect(argumentsOfNextStart(['--restore-backup=newest', ...kept])).toEqual(kept);
  expect(argumentsOfNextStart(['--restore-backup', ...kept])).toEqual(kept);
  expect(argumentsOfNextStart(['--restore-backup', '2', '--restore-backup', 'newest', ...kept])).toEqual(kept);
});

test("a restart after crashes keeps the first start's arguments and passes only the newest crash count", () => {
  const first = argumentsAfter({ inARow: 2, rested: false }, ['app', '--data-dir', 'counter', '--vault', 'file', '--reset-pin']);
  expect(first).toEqual(['app', '--data-dir', 'counter', '--vault', 'file', '--after-crashes=2']);
  expect(argumentsAfter({ inARow: 3, rested: true }, first)).toEqual([...first.slice(0, -1), '--after-crashes=3-rested']);
});
