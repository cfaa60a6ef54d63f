/** How a counter is told of what changed. */
import type { CounterState, Topic } from './features.ts';
import type { SignedIn } from './views/staff.ts';

/** One entry of the state that changed; a null value means it is gone. */
export type Change = { [T in Topic]: { topic: T; id: string; value: CounterState[T][string] | null } }[Topic];

/**
 * State flows one way: a snapshot first, then patches whose `seq` grows by one.
 * A gap means a new snapshot must be asked for (`state.snapshot`).
 */
export type StatePush = { push: 'snapshot'; seq: number; state: CounterState } | { push: 'patch'; seq: number; changes: Change[] };

/** Who is signed in at the screen that is told. No one is when a link begins. */
export type SignedInPush = { push: 'signed-in'; person: SignedIn | null };

export type Push = StatePush | SignedInPush;
