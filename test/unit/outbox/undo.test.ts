/** Staff can undo a command until it may have been sent. */
import { expect, test } from 'vitest';
import { isUndoable } from '../../../main/outbox/commands.ts';
import type { Job } from '../../../main/store/queue/queue.ts';

const UNTIL = 5_000;
const given = { venueId: 'v', command: { action: 'accept', extraMinutes: 0 }, selfDelivery: false, shiftedTime: null };

function undoable(job: Partial<Job>, now = UNTIL - 1, more: object = { undoUntil: UNTIL }): boolean {
  const payload = { ...given, ...more };
  return isUndoable({ kind: 'command', state: 'waiting', attempts: 0, payload, ...job } as Job, now);
}

test('a command can be undone only during its undo time', () => {
  expect(undoable({})).toBe(true);
  expect(undoable({}, UNTIL)).toBe(false);
  expect(undoable({}, 0, {})).toBe(false);
});

test("a command that is being sent or was tried can't be undone, as the service may have it", () => {
  for (const state of ['leased', 'done', 'failed', 'given-up'] as const) expect(undoable({ state })).toBe(false);
  expect(undoable({ attempts: 1 })).toBe(false);
});

test('only commands of staff can be undone', () => {
  expect(undoable({ kind: 'operation' })).toBe(false);
});
