/** How a screen is notified of changes. */
import type { AppState, Topic } from './features.ts';
import type { SignedIn } from './views/staff.ts';

/** One changed entry of the state; a null value means it was removed. */
export type Change = { [T in Topic]: { topic: T; id: string; value: AppState[T][string] | null } }[Topic];

/** A snapshot first, then patches whose `seq` grows by one. After a gap, request a new snapshot (`state.snapshot`). */
export type StatePush = { push: 'snapshot'; seq: number; state: AppState } | { push: 'patch'; seq: number; changes: Change[] };

/** Who is signed in at this screen; null when a connection begins. */
export type SignedInPush = { push: 'signed-in'; person: SignedIn | null };

export type Push = StatePush | SignedInPush;
