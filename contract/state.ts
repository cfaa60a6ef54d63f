/** How a screen is notified of changes. */
import type { AppState } from './features.ts';
import type { SignedIn } from './views/staff.ts';
import type { StationPush } from './views/station.ts';

/** State by topic and ID. */
export type State = Record<string, Record<string, unknown>>;

/** One changed entry of the state; a null value means it was removed. */
export type Change<S extends State = AppState> = { [T in keyof S]: { topic: T; id: string; value: S[T][string] | null } }[keyof S];

/** A snapshot first, then patches. A patch applies to the push whose `seq` is its `after`; after a gap, request a new snapshot. */
export type StatePush<S extends State = AppState> =
  | { push: 'snapshot'; seq: number; state: S }
  | { push: 'patch'; after: number; seq: number; changes: Change<S>[] };

/** Who is signed in at this screen; null when a connection begins. */
export type SignedInPush = { push: 'signed-in'; person: SignedIn | null };

export type Push = StatePush | SignedInPush | StationPush;
