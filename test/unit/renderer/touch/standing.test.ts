/** What a touch means: what has stood under it for half a second. */
import { describe, expect, it } from 'vitest';
import { type Box, createStanding, type Seen } from '../../../../renderer/touch/standing.ts';

const box = (left: number, top: number, width = 100, height = 50): Box => ({ left, top, right: left + width, bottom: top + height });
const seen = (at: Box, more: Partial<Seen> = {}): Seen => ({
  box: at,
  covers: null,
  covered: false,
  order: null,
  surface: false,
  quietMs: 500,
  turned: null,
  ...more,
});
const page = (...all: [string, Seen][]) => new Map(all);

describe('a touch', () => {
  it('is not for what has just come', () => {
    const standing = createStanding<string>();
    standing.look(0, page());
    standing.look(1_000, page(['accept', seen(box(0, 0), { order: '512' })]));
    expect(standing.meant('accept', 10, 10, 1_499)).toEqual({ yes: false, why: 'came', order: '512' });
    expect(standing.meant('accept', 10, 10, 1_500)).toMatchObject({ yes: true });
  });

  it('is not for what has just moved there, but for what moved and lay there all the same', () => {
    const standing = createStanding<string>();
    standing.look(0, page(['accept', seen(box(0, 0))]));
    standing.look(1_000, page(['accept', seen(box(0, 30))]));
    expect(standing.meant('accept', 10, 70, 1_200)).toMatchObject({ yes: false });
    expect(standing.meant('accept', 10, 40, 1_200)).toMatchObject({ yes: true });
    expect(standing.meant('accept', 10, 70, 1_600)).toMatchObject({ yes: true });
  });

  it('is not for what moved away and came back in between', () => {
    const standing = createStanding<string>();
    standing.look(0, page(['accept', seen(box(0, 0))]));
    standing.look(1_000, page(['accept', seen(box(0, 300))]));
    standing.look(1_100, page(['accept', seen(box(0, 0))]));
    expect(standing.meant('accept', 10, 10, 1_200)).toMatchObject({ yes: false });
    expect(standing.meant('accept', 10, 10, 1_700)).toMatchObject({ yes: true });
  });

  it('is not for what came to light when something above it went, nor for nothing', () => {
    const standing = createStanding<string>();
    standing.look(0, page(['below', seen(box(0, 0), { order: '7' })], ['above', seen(box(0, 0), { order: '8' })]));
    standing.look(1_000, page(['below', seen(box(0, 0), { order: '7' })]));
    expect(standing.meant('below', 10, 10, 1_200)).toEqual({ yes: false, why: 'uncovered', order: '8' });
    expect(standing.meant(null, 10, 10, 1_200)).toEqual({ yes: false, why: 'left', order: '8' });
    expect(standing.meant('below', 10, 10, 1_600)).toMatchObject({ yes: true });
  });

  it('is for the card of the order whose own button went: there is nothing else it could mean', () => {
    const standing = createStanding<string>();
    const card = seen(box(0, 0, 300, 300), { order: '512', surface: true });
    standing.look(0, page(['card', card], ['accept', seen(box(0, 0), { order: '512' })]));
    standing.look(1_000, page(['card', card]));
    expect(standing.meant('card', 10, 10, 1_100)).toMatchObject({ yes: true });
    standing.look(1_200, page(['card', card], ['ready', seen(box(0, 0), { order: '512' })]));
    expect(standing.meant('ready', 10, 10, 1_300)).toMatchObject({ yes: false });
  });

  it('is for what an open menu left in sight, as soon as the menu has closed; not for what lay below the menu', () => {
    const standing = createStanding<string>();
    const accept = seen(box(0, 0), { order: '432' });
    const menu = seen(box(300, 0), { order: '431' });
    standing.look(0, page(['accept', accept], ['below', seen(box(300, 0), { order: '433' })]));
    const covered = page(['accept', { ...accept, covered: true }], ['below', seen(box(300, 0), { order: '433', covered: true })]);
    standing.look(1_000, new Map([...covered, ['menu', menu]]));
    // What the second of a double touch meant is gone, for as long as the menu takes the touches.
    expect(standing.meant(null, 10, 10, 1_100)).toEqual({ yes: false, why: 'left', order: '432' });
    expect(standing.age('accept', 1_100)).toBeNull();
    standing.look(1_200, page(['accept', accept], ['below', seen(box(300, 0), { order: '433' })]));
    expect(standing.meant('accept', 10, 10, 1_210)).toEqual({ yes: true, after: null });
    expect(standing.age('accept', 1_210)).toBe(1_210);
    expect(standing.meant('below', 310, 10, 1_210)).toEqual({ yes: false, why: 'uncovered', order: '431' });
    expect(standing.meant('below', 310, 10, 1_700)).toMatchObject({ yes: true });
  });

  it('is not for what came or moved while a menu was open', () => {
    const standing = createStanding<string>();
    standing.look(0, page(['ready', seen(box(0, 0), { covered: true })]));
    standing.look(1_000, page(['ready', seen(box(0, 200), { covered: true })], ['accept', seen(box(0, 0), { order: '9', covered: true })]));
    standing.look(1_100, page(['ready', seen(box(0, 200))], ['accept', seen(box(0, 0), { order: '9' })]));
    expect(standing.meant('accept', 10, 10, 1_200)).toEqual({ yes: false, why: 'came', order: '9' });
    expect(standing.meant('ready', 10, 210, 1_200)).toMatchObject({ yes: false, why: 'came' });
  });

  it('is for what a dialog has dimmed around it, and not for what the dialog itself lay on', () => {
    const standing = createStanding<string>();
    const beside = seen(box(0, 0));
    const below = seen(box(400, 0));
    standing.look(0, page(['beside', beside], ['below', below]));
    const shade = seen(box(0, 0, 1_000, 1_000), { surface: true, covers: box(400, 0, 300, 300) });
    standing.look(1_000, page(['beside', { ...beside, covered: true }], ['below', { ...below, covered: true }], ['shade', shade]));
    expect(standing.meant('shade', 10, 10, 1_600)).toMatchObject({ yes: true });
    standing.look(2_000, page(['beside', beside], ['below', below]));
    expect(standing.meant('beside', 10, 10, 2_100)).toMatchObject({ yes: true });
    expect(standing.meant('below', 410, 10, 2_100)).toMatchObject({ yes: false, why: 'uncovered' });
  });

  it('goes with what a hand has scrolled', () => {
    const standing = createStanding<string>();
    standing.look(0, page(['accept', seen(box(0, 400))]));
    standing.carried(['accept'], 0, -300);
    standing.look(1_000, page(['accept', seen(box(0, 100))]));
    expect(standing.meant('accept', 10, 110, 1_010)).toMatchObject({ yes: true });
  });

  it('is not for taking back what was switched over a moment ago', () => {
    const standing = createStanding<string>();
    const dish = seen(box(0, 0), { order: '512', turned: 'false' });
    standing.look(0, page(['dish', dish]));
    standing.look(1_000, page(['dish', { ...dish, turned: 'true' }]));
    expect(standing.meant('dish', 10, 10, 1_499)).toEqual({ yes: false, why: 'turned', order: '512' });
    expect(standing.hasTurned('dish', 1_499)).toBe(true);
    expect(standing.meant('dish', 10, 10, 1_500)).toMatchObject({ yes: true });
    expect(standing.hasTurned('dish', 1_500)).toBe(false);
  });

  it('waits longer where a thing asks for it', () => {
    const standing = createStanding<string>();
    standing.look(1_000, page(['undo', seen(box(0, 0), { quietMs: 1_000 })]));
    expect(standing.meant('undo', 10, 10, 1_900)).toMatchObject({ yes: false });
    expect(standing.meant('undo', 10, 10, 2_000)).toMatchObject({ yes: true });
  });
});
