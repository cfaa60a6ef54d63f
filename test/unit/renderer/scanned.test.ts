/** Telling a scanner from a person who types. */
import { expect, test } from 'vitest';
import { createScanReader, meantBy } from '../../../renderer/keys/scanned.ts';

function type(keys: string[], pauseMs: number): (string | null)[] {
  const reader = createScanReader();
  return keys.map((key, place) => reader.key(key, 1_000 + place * pauseMs));
}
const KEYS = [...'511cb08fef40'];

test('letters without a pause and an Enter are a code', () => {
  expect(type([...KEYS, 'Enter'], 8).at(-1)).toBe('511cb08fef40');
  expect(type(['Shift', ...KEYS, 'Enter'], 8).at(-1)).toBe('511cb08fef40');
});

test('what a person types is none, and neither is a short run of keys', () => {
  expect(type([...KEYS, 'Enter'], 160).at(-1)).toBeNull();
  expect(type(['1', 'a', 'Enter'], 8).at(-1)).toBeNull();
});

test('a blank begins no code: it presses what is chosen, also twice in a row; within a code it belongs to it', () => {
  const reader = createScanReader();
  reader.key(' ', 1_000);
  expect(reader.goesOn(1_008)).toBe(false);
  reader.key('5', 1_016);
  expect(reader.goesOn(1_024)).toBe(true);
  expect(type([...'Anna Korhonen', 'Enter'], 8).at(-1)).toBe('Anna Korhonen');
});

test('a code names an order, or with a label one person of it; anything else names nothing', () => {
  const isOrder = (id: string) => id === 'abc123';
  expect(meantBy('abc123', isOrder)).toEqual({ orderId: 'abc123', participant: null });
  expect(meantBy('abc123p2', isOrder)).toEqual({ orderId: 'abc123', participant: 1 });
  expect(meantBy('4006381333931', isOrder)).toBeNull();
});
