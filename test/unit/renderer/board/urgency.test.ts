/** When orders count as urgent. */

import { describe, expect, it } from 'vitest';
import { ageOf, isToDecideNow, pickupPhase, type RingPhase, ringPhase, secondsLeft } from '../../../../renderer/time/urgency.ts';
import fc from '../../../setup/property.ts';
import { card } from './card.ts';

const now = Date.parse('2026-11-20T18:30:00Z');

describe('the prompt to decide', () => {
  const deadline = { at: new Date(now + 20_000).toISOString(), of: 'accept' as const, totalSeconds: 180, about: false };
  const accept = { name: 'accept' as const, label: 'Accept' };
  const waiting = card({ deadline, actions: [accept, { name: 'reject', label: 'Reject' }] });

  it('is on an order that can be accepted or confirmed, once time runs short', () => {
    expect(isToDecideNow(waiting, now)).toBe(true);
    expect(isToDecideNow({ ...waiting, actions: [{ name: 'confirm', label: 'Confirm' }] }, now)).toBe(true);
    expect(isToDecideNow(waiting, now - 120_000)).toBe(false);
  });

  it("is on no order that can't be accepted, or whose status a notification contradicts", () => {
    // Each of these has a deadline but nothing to decide.
    expect(isToDecideNow({ ...waiting, actions: [] }, now)).toBe(false);
    expect(isToDecideNow({ ...waiting, actions: [{ name: 'reject', label: 'Reject' }] }, now)).toBe(false);
    expect(isToDecideNow({ ...waiting, trouble: [{ code: 'contradicted', text: 'A notification says otherwise.' }] }, now)).toBe(false);
    expect(isToDecideNow({ ...waiting, pending: { action: 'accept', text: 'Accepting…', since: '', undoUntil: null } }, now)).toBe(false);
  });
});

describe('the ring of seconds', () => {
  it('counts each begun second, and never below zero', () => {
    expect(secondsLeft('2026-11-20T18:30:10.001Z', now)).toBe(11);
    expect(secondsLeft('2026-11-20T18:30:10.000Z', now)).toBe(10);
    expect(secondsLeft('2026-11-20T18:29:00Z', now)).toBe(0);
    expect(secondsLeft('not a time', now)).toBe(0);
  });

  it('of three minutes changes at 120, 60 and 30 seconds, and at the end', () => {
    const phases = [180, 121, 120, 61, 60, 31, 30, 1, 0].map((left) => ringPhase(left, 180));
    expect(phases.join(' ')).toBe('calm calm soon soon urgent urgent last last over');
  });

  it("only grows more urgent as time runs, whatever the venue's setting", () => {
    const order: RingPhase[] = ['calm', 'soon', 'urgent', 'last', 'over'];
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 86_400 }), fc.nat(), fc.nat(), (total, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((left) => left % (total + 1)).sort((x, y) => x - y);
        expect(order.indexOf(ringPhase(less ?? 0, total))).toBeGreaterThanOrEqual(order.indexOf(ringPhase(more ?? 0, total)));
      }),
    );
  });
});

describe('a pick-up', () => {
  it('is soon from five minutes before, and late only a full minute after', () => {
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const phases = [at(301), at(300), at(0), at(-59), at(-60), null, 'unreadable'].map((time) => pickupPhase(time, now));
    expect(phases.join(' ')).toBe('later soon soon soon late unknown unknown');
  });
});

describe('the age bar', () => {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const cooking = (from: number, due: number) => ageOf(card({ column: 'preparing', placedAt: at(from), pickupAt: at(due) }), now);

  it('is green to 60 % of the time to cook, amber to its end, and red after it', () => {
    expect(cooking(-6, 4)).toEqual({ mood: 'green', share: 0.6 });
    expect(cooking(-7, 3)).toEqual({ mood: 'amber', share: 0.7 });
    expect(cooking(-10, 0)).toEqual({ mood: 'red', share: 1 });
  });

  it('shows the time left to answer, and is red once it is over', () => {
    const waiting = (seconds: number) =>
      ageOf(card({ deadline: { at: new Date(now + seconds * 1_000).toISOString(), of: 'accept', totalSeconds: 180 } }), now);
    expect(waiting(45)).toEqual({ mood: 'amber', share: 0.25 });
    expect(waiting(-1)).toEqual({ mood: 'red', share: 1 });
  });

  it('is on no order without a due time, and on no ready order', () => {
    expect(ageOf(card({ column: 'preparing', deadline: null, pickupAt: null }), now)).toBeNull();
    expect(ageOf(card({ column: 'ready', deadline: null, pickupAt: at(5) }), now)).toBeNull();
  });
});
