/** How a scanner is distinguished from a typing person, and which command a key is in any layout. */
import { describe, expect, test } from 'vitest';
import { createHearing, type KeyEffect, type Where } from '../../../renderer/keys/classify-key.ts';
import { byPlace, commandKey, type KeyPress } from '../../../renderer/keys/layout.ts';
import { createScanReader, orderOfCode, type Scanner } from '../../../renderer/keys/scanned.ts';

const USUAL: Scanner = { pauseMs: 250, prefix: '', end: 'enter' };
const BOARD: Where = { typed: false, text: false, takesScan: false, active: true };
const DIALOG: Where = { ...BOARD, active: false };
const FIELD: Where = { typed: true, text: true, takesScan: false, active: false };
const ORDER = 'a11ae5cb08fef4000000a1b2';

const codeOf = (key: string): string => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : '');
const pressed = (key: string, at: number): KeyPress => ({ key, code: codeOf(key), shift: false, at });

interface Played {
  heard: KeyEffect[];
  /** Keys taken as a person's commands, as no other key followed in time. */
  commands: string[];
}

/** `keys` include the end key; `pauses`: ms before each key, the last one repeats. */
function play(
  keys: readonly string[],
  pauses: readonly number[],
  { where = BOARD, scanner = USUAL, isOrder = (code: string) => code === ORDER } = {},
): Played {
  const hearing = createHearing(() => scanner, isOrder);
  let at = 10_000;
  const all = keys.map((key, place) => {
    at += pauses[Math.min(place, pauses.length - 1)] ?? 0;
    return { key, at, heard: hearing.hear(pressed(key, at), where).heard };
  });
  const commands = all.flatMap(({ key, at: then, heard }, place) => {
    if (heard.kind !== 'key' || !where.active) return [];
    return key.length > 1 || (all[place + 1]?.at ?? Number.POSITIVE_INFINITY) - then > heard.aloneMs ? [key] : [];
  });
  return { heard: all.map(({ heard }) => heard), commands };
}

const scan = (code: string, end = 'Enter') => [...code, end];

describe('a scan at the board', () => {
  test.each([5, 60, 110, 160, 240])('is read whole at %i ms a letter, and none of its letters triggers a command', (pause) => {
    const { heard, commands } = play(scan(ORDER), [0, pause]);
    expect(heard.at(-1)).toMatchObject({ kind: 'code', readings: [ORDER] });
    expect(commands).toEqual([]);
  });

  test('with a pause within the code, or before its end key, is still read', () => {
    for (const place of [2, 5, 12, 24]) {
      const pauses = Array.from({ length: 25 }, (_, at) => (at === place ? 1_200 : 150));
      const { heard, commands } = play(scan(ORDER), pauses);
      expect(heard.at(-1)).toMatchObject({ kind: 'code', readings: [ORDER] });
      expect(commands).toEqual([]);
    }
  });

  test.each(['1a', '1a+', 'a', 'ar'])('of too few letters (%s) does nothing and is reported as broken', (begun) => {
    const { heard, commands } = play(scan(begun), [0, 150]);
    expect(heard.at(-1)).toEqual({ kind: 'broken' });
    expect(commands).toEqual([]);
  });

  test('without an end key does nothing and is reported after a timeout', () => {
    const { heard, commands } = play([...'1a+r'], [0, 150]);
    expect(heard.slice(1).map(({ kind }) => kind)).toEqual(['letters', 'letters', 'letters']);
    expect(heard.at(-1)).toMatchObject({ until: 10_000 + 3 * 150 + 1_500 });
    expect(commands).toEqual([]);
  });

  test('ends at its end key: further end keys and lines are ignored', () => {
    const { heard, commands } = play([...scan(ORDER), 'Enter', 'x', 'Enter'], [0, 8]);
    expect(heard.slice(-3).map(({ kind }) => kind)).toEqual(['scan', 'letters', 'scan']);
    expect(commands).toEqual([]);
  });

  test('in another layout names the same order, by physical keys', () => {
    const hearing = createHearing(
      () => USUAL,
      () => false,
    );
    const greek: Record<string, string> = { a: 'α', b: 'β', c: 'ψ', e: 'ε', f: 'φ' };
    const heard = scan(ORDER).map((key, place) => hearing.hear({ ...pressed(key, place * 140), key: greek[key] ?? key }, BOARD).heard);
    expect(heard.at(-1)).toMatchObject({ kind: 'code', readings: [expect.stringContaining('α11αε5ψβ'), ORDER] });
  });

  test("uses the venue's prefix and end key; with a prefix no pause ends a scan", () => {
    const scanner: Scanner = { pauseMs: 250, prefix: '~', end: 'tab' };
    const { heard, commands } = play(scan(`~${ORDER}`, 'Tab'), [0, 700], { scanner });
    expect(heard.at(-1)).toMatchObject({ kind: 'code', readings: [`~${ORDER}`, ORDER] });
    expect(commands).toEqual([]);
    expect(play(['Tab'], [0], { scanner }).heard).toEqual([{ kind: 'key', aloneMs: 250 }]);
  });

  test.each([5, 160])('that ends with Tab though Enter is set is read at %i ms a letter; a short one is broken', (pause) => {
    const { heard, commands } = play([...scan(ORDER, 'Tab'), 'Tab'], [0, pause]);
    expect(heard.slice(-2)).toMatchObject([{ kind: 'code', readings: [ORDER] }, { kind: 'scan' }]);
    expect(commands).toEqual([]);
    expect(play(scan('4006381333931', 'Tab'), [0, pause]).heard.at(-1)).toMatchObject({ kind: 'code' });
    expect(play(scan(ORDER, 'Tab'), [0, pause], { where: DIALOG }).heard.at(-1)).toMatchObject({ kind: 'code' });
    expect(play(scan('1a', 'Tab'), [0, pause])).toMatchObject({ heard: [{}, {}, { kind: 'broken' }], commands: [] });
  });

  test('in a dialog presses no button, however slow it is', () => {
    for (const code of [ORDER, '1a']) expect(play(scan(code), [0, 160], { where: DIALOG }).heard.at(-1)?.kind).toMatch(/code|broken/);
  });
});

describe('a person', () => {
  test('who presses single keys triggers each command', () => {
    expect(play(['1', 'a', '2', 'r', 'Enter'], [0, 300]).commands).toEqual(['1', 'a', '2', 'r', 'Enter']);
    expect(play(['a'], [0], { scanner: { ...USUAL, pauseMs: 400 } }).heard).toEqual([{ kind: 'key', aloneMs: 400 }]);
  });

  test("typing in a field isn't read as a scan, unless as fast as a scanner or if it names an order", () => {
    const inField = { where: FIELD };
    expect(play(scan('kitchen'), [0, 130], inField).heard.at(-1)).toMatchObject({ kind: 'key' });
    expect(play(scan('4006381333931'), [0, 8], inField).heard.at(-1)).toMatchObject({ kind: 'code', from: 'fast', byMachine: true });
    expect(play(scan(ORDER), [0, 160], inField).heard.at(-1)).toMatchObject({ kind: 'code', from: 'slow', byMachine: false });
    const prefixed = { ...inField, scanner: { ...USUAL, prefix: '~' } };
    expect(play(scan('~4711-0815'), [0, 160], prefixed).heard.at(-1)).toMatchObject({ kind: 'code' });
    expect(play(scan('4711-0815'), [0, 160], { where: { ...FIELD, takesScan: true } }).heard.at(-1)).toMatchObject({ kind: 'code' });
    expect(play([...scan('kitchen'), 'Enter'], [0, 130], inField).heard.at(-1)).toMatchObject({ kind: 'key' });
  });

  test('using Tab moves to the next field, unless the typed text is an order, prefixed or a badge', () => {
    const ended = (text: string, pause: number, where: Where, scanner = USUAL) =>
      play(scan(text, 'Tab'), [0, pause], { where, scanner }).heard.at(-1)?.kind;
    for (const pause of [8, 130]) {
      expect(ended('kitchen', pause, FIELD)).toBe('key');
      expect(ended(ORDER, pause, FIELD)).toBe('code');
      expect(ended('~4711-0815', pause, FIELD, { ...USUAL, prefix: '~' })).toBe('code');
    }
    expect(ended('4711-0815', 8, { ...FIELD, takesScan: true })).toBe('code');
    expect(ended('4711-0815', 130, { ...FIELD, takesScan: true })).toBe('key');
    expect(play([...scan('kitchen', 'Tab'), 'Tab'], [0, 8], { where: FIELD }).heard.at(-1)?.kind).toBe('key');
    expect(play(['Tab', 'Tab'], [0, 80]).commands).toEqual(['Tab', 'Tab']);
    expect(play(scan('ok', 'Tab'), [0, 160], { where: DIALOG }).heard.at(-1)).toMatchObject({ kind: 'key' });
  });

  test('presses a button with Space, also twice; within a scanned code Space belongs to the code', () => {
    expect(play([' ', ' '], [0, 8]).heard.map(({ kind }) => kind)).toEqual(['key', 'key']);
    const { heard } = play(scan('Anna Korhonen'), [0, 8]);
    expect(heard[4]).toEqual({ kind: 'scan' });
    expect(heard.at(-1)).toMatchObject({ kind: 'code', readings: ['Anna Korhonen', 'anna korhonen'] });
  });
});

test("five fast letters aren't a code; six are, and are recognized as faster than a hand", () => {
  const reader = createScanReader(() => USUAL, true);
  const last = (text: string, pause: number, from: number) =>
    scan(text)
      .map((key, place) => reader.press(pressed(key, from + place * pause)))
      .at(-1);
  expect(last('12345', 8, 0)).toEqual({ kind: 'broken', letters: 5, endsOtherwise: false });
  expect(last('123456', 8, 9_000)).toMatchObject({ kind: 'code', byMachine: true });
  expect(last('123456', 60, 18_000)).toMatchObject({ kind: 'code', byMachine: false });
});

test.each([
  ['α', 'KeyA', 'a'],
  ['ש', 'KeyA', 'a'],
  ['რ', 'KeyR', 'r'],
  ['უ', 'KeyU', 'u'],
  ['Χ', 'KeyX', 'x'],
  // In a Latin layout the letter counts, not the position.
  ['a', 'KeyQ', 'a'],
  ['A', 'KeyA', 'a'],
  ['q', 'KeyA', 'q'],
  ['&', 'Digit1', '1'],
  ['+', 'Equal', '+'],
  ['+', 'NumpadAdd', '+'],
  ['5', 'Numpad5', '5'],
  ['End', 'Numpad1', 'End'],
  ['Enter', 'NumpadEnter', 'Enter'],
])('the key %s at the position %s is the command %s', (key, code, meant) => {
  expect(commandKey({ key, code, shift: false })).toBe(meant);
});

test('a key is read by its position as on an English keyboard, whatever the layout', () => {
  const at = (code: string, shift = false, key = '?') => byPlace({ key, code, shift });
  expect([at('KeyZ'), at('Digit6'), at('Minus')]).toEqual(['z', '6', '-']);
  expect([at('KeyZ', true), at('Digit2', true), at('Minus', true)]).toEqual(['Z', '@', '_']);
  expect([at('', false, 'x'), at('F5', false, 'F5'), at('Quote', false, 'Dead')]).toEqual(['x', '', "'"]);
});

test('a code names an order, or one person of it; anything else names nothing', () => {
  const isOrder = (id: string) => id === 'abc123';
  expect(orderOfCode('abc123', isOrder)).toEqual({ orderId: 'abc123', participant: null });
  expect(orderOfCode('abc123p2', isOrder)).toEqual({ orderId: 'abc123', participant: 1 });
  expect(orderOfCode('4006381333931', isOrder)).toBeNull();
});
