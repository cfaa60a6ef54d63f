/** Applies pushes to the state: a snapshot replaces it, the next patch changes it, a missing push needs a snapshot. */
import type { AppState, Change, Push } from '../../contract/contract.ts';

export interface AppliedState {
  seq: number;
  state: AppState;
}

/**
 * `gap`: a push is missing; the state stays and a snapshot is needed. Older pushes change nothing. Unchanged entries keep their identity.
 */
export function applyPush(held: AppliedState | null, push: Push): { held: AppliedState | null; gap: boolean } {
  // Who is signed in is known per screen, so it's not in the shared state.
  if (push.push === 'signed-in' || push.push === 'station') return { held, gap: false };
  if (push.push === 'snapshot') return { held: { seq: push.seq, state: push.state }, gap: false };
  if (!held) return { held, gap: true };
  if (push.seq <= held.seq) return { held, gap: false };
  if (push.after !== held.seq) return { held, gap: true };
  return { held: { seq: push.seq, state: applyChanges(held.state, push.changes) }, gap: false };
}

function applyChanges(state: AppState, changes: Change[]): AppState {
  const next = { ...state };
  for (const { topic, id, value } of changes) {
    // An assignment `next[id] = value` would be unsafe for IDs such as `__proto__`.
    const entries: Record<string, unknown> = next[topic];
    const { [id]: _gone, ...others } = entries;
    // `Change` ties the value to its topic; the compiler can't follow that through the index.
    Object.assign(next, { [topic]: value === null ? others : { ...entries, [id]: value } });
  }
  return next;
}
