/** Wet hands: a double tap must not decide the next order. */
import { describe, expect, it } from 'vitest';
import { isStrayTap } from '../../renderer/state/stray-tap.ts';

const first = { orderId: 'a', x: 200, y: 600, at: 10_000 };

describe('a double tap on Accept', () => {
  it('does not also accept the order that slid under the finger', () => {
    expect(isStrayTap(first, { orderId: 'b', x: 204, y: 610, at: 10_220 })).toBe(true);
  });

  it('leaves a deliberate touch alone: later, elsewhere, or the first of the day', () => {
    expect(isStrayTap(first, { orderId: 'b', x: 204, y: 610, at: 10_900 })).toBe(false);
    expect(isStrayTap(first, { orderId: 'b', x: 700, y: 600, at: 10_220 })).toBe(false);
    expect(isStrayTap(null, { orderId: 'b', x: 204, y: 610, at: 10_220 })).toBe(false);
  });

  it('is for the order itself to refuse when it is the same one', () => {
    expect(isStrayTap(first, { orderId: 'a', x: 200, y: 600, at: 10_100 })).toBe(false);
  });
});
