/** Long jobs run in slices with turns for other work between, however many run at once. */
import { expect, test } from 'vitest';
import { collectYielding, mapYielding } from '../../../main/time/yielding.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

const WORKS = 40;
const PIECES = 4;
/** Longer than a slice may be. */
const PIECE_MS = 10;

function busy(): void {
  for (const end = systemTime.elapsed() + PIECE_MS; systemTime.elapsed() < end; );
}

test('of forty long jobs at once, only one gets a slice in each turn of the event loop', async () => {
  let made = 0;
  const piece = () => {
    busy();
    made += 1;
  };
  const all = Promise.all(Array.from({ length: WORKS }, () => mapYielding(Array.from({ length: PIECES }), piece)));
  const begun = made;
  const perTurn: number[] = [];
  let isOver = false;
  let before = made;
  const look = (): void => {
    perTurn.push(made - before);
    before = made;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await all;
  isOver = true;
  expect(made).toBe(WORKS * PIECES);
  expect(Math.max(...perTurn)).toBe(1);
  expect(perTurn.length).toBeGreaterThanOrEqual(made - begun);
});

test('results keep the order of their pieces, and a failing piece fails the whole', async () => {
  expect(await mapYielding([3, 1, 2], (one, at) => `${at}: ${one}`)).toEqual(['0: 3', '1: 1', '2: 2']);
  const failing = function* () {
    yield 1;
    throw new Error('the second piece');
  };
  await expect(collectYielding(failing())).rejects.toThrow('the second piece');
});
