/** How the state on screen follows the app's pushes. */
import { describe, expect, it } from 'vitest';
import { type AppState, type Notice, nothingShown, type Push } from '../../../contract/contract.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';

const notice = (id: string, text = 'Out of paper.'): Notice => ({
  ...{ id, level: 'warning', text, hint: null, at: '2026-11-20T18:00:00Z', dismissible: true },
});
const stateWith = (...notices: Notice[]): AppState => ({
  ...nothingShown(),
  notices: Object.fromEntries(notices.map((one) => [one.id, one])),
});
const snapshot = (seq: number, ...notices: Notice[]): Push => ({ push: 'snapshot', seq, state: stateWith(...notices) });
const patch = (seq: number, id: string, value: Notice | null): Push => ({
  push: 'patch',
  after: seq - 1,
  seq,
  changes: [{ topic: 'notices', id, value }],
});

describe("the screen's state", () => {
  it('a snapshot replaces everything, even with a lower number after a restart', () => {
    const { held } = applyPush({ seq: 90, state: stateWith(notice('old')) }, snapshot(3, notice('new')));
    expect(held?.seq).toBe(3);
    expect(Object.keys(held?.state.notices ?? {})).toEqual(['new']);
  });

  it('the next patch changes only its entries and keeps all other objects identical', () => {
    const before = { seq: 7, state: stateWith(notice('a'), notice('b')) };
    const { held, gap } = applyPush(before, patch(8, 'a', notice('a', 'Paper is back.')));
    expect(gap).toBe(false);
    expect(held?.seq).toBe(8);
    expect(held?.state.notices.a?.text).toBe('Paper is back.');
    expect(held?.state.notices.b).toBe(before.state.notices.b);
    expect(held?.state.orders).toBe(before.state.orders);
    expect(before.state.notices.a?.text).toBe('Out of paper.');
  });

  it('a removed entry leaves the screen', () => {
    const { held } = applyPush({ seq: 1, state: stateWith(notice('a')) }, patch(2, 'a', null));
    expect(held?.state.notices).toEqual({});
  });

  it("a missing patch is detected, and the patch after it isn't applied", () => {
    const before = { seq: 4, state: stateWith(notice('a')) };
    expect(applyPush(before, patch(6, 'a', null))).toEqual({ held: before, gap: true });
  });

  it('a patch before the first snapshot asks for one', () => {
    expect(applyPush(null, patch(1, 'a', notice('a')))).toEqual({ held: null, gap: true });
  });

  it('a late patch with a change that the snapshot contains changes nothing', () => {
    const before = { seq: 9, state: stateWith() };
    expect(applyPush(before, patch(9, 'a', notice('a')))).toEqual({ held: before, gap: false });
  });
});
