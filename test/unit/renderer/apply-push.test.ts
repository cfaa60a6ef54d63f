/** How the state on screen follows the app's pushes. */
import { describe, expect, it } from 'vitest';
import { type AppState, type Notice, nothingShown, type Push, type Snapshot } from '../../../contract/contract.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';

const notice = (id: string, text = 'Out of paper.'): Notice => ({
  ...{ id, level: 'warning', text, hint: null, at: '2026-11-20T18:00:00Z', dismissible: true },
});
const stateWith = (...notices: Notice[]): AppState => ({
  ...nothingShown(),
  notices: Object.fromEntries(notices.map((one) => [one.id, one])),
});
const snapshot = (seq: number, ...notices: Notice[]): Snapshot => ({ push: 'snapshot', of: 'counter', seq, state: stateWith(...notices) });
const patch = (seq: number, id: string, value: Notice | null): Push => ({
  ...{ push: 'patch', seq, after: seq - 1, changes: [{ topic: 'notices', id, value }] },
});

describe("the screen's state", () => {
  it('a snapshot replaces everything, even with a lower number after a restart', () => {
    const { held } = applyPush(snapshot(90, notice('old')), snapshot(3, notice('new')));
    expect(held?.seq).toBe(3);
    expect(Object.keys(held?.state.notices ?? {})).toEqual(['new']);
  });

  it('the next patch changes only its entries and keeps all other objects identical', () => {
    const before = snapshot(7, notice('a'), notice('b'));
    const { held, gap } = applyPush(before, patch(8, 'a', notice('a', 'Paper is back.')));
    expect(gap).toBe(false);
    expect(held?.seq).toBe(8);
    expect(held?.state.notices.a?.text).toBe('Paper is back.');
    expect(held?.state.notices.b).toBe(before.state.notices.b);
    expect(held?.state.orders).toBe(before.state.orders);
    expect(before.state.notices.a?.text).toBe('Out of paper.');
  });

  it("a patch applies if it follows the push on screen, though numbers between them weren't sent here", () => {
    const before: Snapshot<'customer'> = { push: 'snapshot', of: 'customer', seq: 4, state: { app: {}, orders: {} } };
    const value = { number: '7', stage: 'ready' } as const;
    const { held, gap } = applyPush(before, { push: 'patch', seq: 9, after: 4, changes: [{ topic: 'orders', id: 'a', value }] });
    expect({ held, gap }).toEqual({ held: { ...before, seq: 9, state: { app: {}, orders: { a: value } } }, gap: false });
  });

  it('a removed entry leaves the screen', () => {
    const { held } = applyPush(snapshot(1, notice('a')), patch(2, 'a', null));
    expect(held?.state.notices).toEqual({});
  });

  it("a missing patch is detected, and the patch after it isn't applied", () => {
    const before = snapshot(4, notice('a'));
    expect(applyPush(before, patch(6, 'a', null))).toEqual({ held: before, gap: true });
  });

  it('a patch before the first snapshot asks for one', () => {
    expect(applyPush(null, patch(1, 'a', notice('a')))).toEqual({ held: null, gap: true });
  });

  it('a late patch with a change that the snapshot contains changes nothing', () => {
    const before = snapshot(9);
    expect(applyPush(before, patch(9, 'a', notice('a')))).toEqual({ held: before, gap: false });
  });
});
