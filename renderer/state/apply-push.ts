/** How pushes become state: a snapshot replaces it, the next patch changes it, anything else requests a snapshot. */
import type { Change, CounterState, Push } from '../../contract/contract.ts';

/** The state held, and the sequence number of the push that brought it. */
export interface Held {
  seq: number;
  state: CounterState;
}

/**
 * The state after `push`. `gap` is true when a push in between is missing: the held state stays and a snapshot must be asked for.
 * A patch that the snapshot already contains (its `seq` is not newer) changes nothing. Untouched entries keep their identity.
 */
export function applyPush(held: Held | null, push: Push): { held: Held | null; gap: boolean } {
  // Who is signed in is no part of what all screens are shown.
  if (push.push === 'signed-in') return { held, gap: false };
  if (push.push === 'snapshot') return { held: { seq: push.seq, state: push.state }, gap: false };
  if (!held) return { held, gap: true };
  if (push.seq <= held.seq) return { held, gap: false };
  if (push.seq !== held.seq + 1) return { held, gap: true };
  return { held: { seq: push.seq, state: applyChanges(held.state, push.changes) }, gap: false };
}

function applyChanges(state: CounterState, changes: Change[]): CounterState {
  const next = { ...state };
  for (const { topic, id, value } of changes) {
    // Written out: setting a field named by an id would not do for every id there can be.
    const entries: Record<string, unknown> = next[topic];
    const { [id]: _gone, ...others } = entries;
    // Change ties the value to its topic; the compiler cannot follow that through the index.
    Object.assign(next, { [topic]: value === null ? others : { ...entries, [id]: value } });
  }
  return next;
}
