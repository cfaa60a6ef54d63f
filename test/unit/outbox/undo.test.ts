/** Until when a command can be taken back: once it may have left, it can't be. */
import { expect, test } from 'vitest';
import { isUndoable } from '../../../main/outbox/commands.ts';
import type { Job } from '../../../main/store/queue/queue.ts';

const UNTIL = 5_000;
const given = { venueId: 'v', command: { action: 'accept', extraMinutes: 0 }, selfDelivery: false, shiftedTime: null };

function undoable(job: Partial<Job>, now = UNTIL - 1, more: object = { undoUntil: UNTIL }): boolean {
  const payload = { ...given, ...more };
  return isUndoable({ kind: 'command', state: 'waiting', attempts: 0, payload, ...job } as Job, now);
}

test('while it waits here for someone to think again, and no longer', () => {
  expect(undoable({})).toBe(true);
  expect(undoable({}, UNTIL)).toBe(false);
  expect(undoable({}, 0, {})).toBe(false);
});

test('not while it is on its way, nor once it was tried: someone may have sent it before its time', () => {
  for (const state of ['leased', 'done', 'failed', 'given-up'] as const) expect(undoable({ state })).toBe(false);
  expect(undoable({ attempts: 1 })).toBe(false);
});

test('and nothing but a command of staff', () => {
  expect(undoable({ kind: 'operation' })).toBe(false);
});
