/** Applies pushes to the state: a snapshot replaces it, the next patch changes it, a missing push needs a snapshot. */
import type { PageKind, Push, Snapshot } from '../../contract/contract.ts';

/**
 * `gap`: a push is missing; the state stays and a snapshot is needed. Older pushes change nothing. Unchanged entries keep their identity.
 */
export function applyPush<K extends PageKind>(held: Snapshot<K> | null, push: Push<K>): { held: Snapshot<K> | null; gap: boolean } {
  // Who is signed in is known per screen, so it's not in the shared state.
  if (push.push === 'signed-in' || push.push === 'station') return { held, gap: false };
  if (push.push === 'snapshot') return { held: push, gap: false };
  if (!held) return { held, gap: true };
  if (push.seq <= held.seq) return { held, gap: false };
  if (push.after !== held.seq) return { held, gap: true };
  return { held: { ...held, seq: push.seq, state: applyChanges(held.state, push.changes) }, gap: false };
}

function applyChanges<State extends object>(state: State, changes: readonly { topic: PropertyKey; id: string; value: unknown }[]): State {
  const next = { ...state };
  for (const { topic, id, value } of changes) {
    // `Change` ties the value to its topic; the compiler can't follow that through the index.
    const entries = (next as Record<PropertyKey, Record<string, unknown>>)[topic];
    // An assignment `next[id] = value` would be unsafe for IDs such as `__proto__`.
    const { [id]: _gone, ...others } = entries ?? {};
    Object.assign(next, { [topic]: value === null ? others : { ...entries, [id]: value } });
  }
  return next;
}
