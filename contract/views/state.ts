/** All that a counter shows, and how it is told of changes. */
import type { AppView, Notice, PrinterView, VenueView } from './app.ts';
import type { DeliveryView } from './delivery.ts';
import type { OrderCard } from './order.ts';
import type { SignedIn } from './staff.ts';

/** All the counter shows, by topic and id. `app` has one entry, id "app". */
export interface CounterState {
  app: Record<string, AppView>;
  orders: Record<string, OrderCard>;
  venues: Record<string, VenueView>;
  printers: Record<string, PrinterView>;
  notices: Record<string, Notice>;
  deliveries: Record<string, DeliveryView>;
}

export type Topic = keyof CounterState;

/** One entry of the state that changed; a null value means it is gone. */
export type Change = { [T in Topic]: { topic: T; id: string; value: CounterState[T][string] | null } }[Topic];

/**
 * State flows one way: a snapshot first, then patches whose `seq` grows by one.
 * A gap means a new snapshot must be asked for (`state.snapshot`).
 */
export type StatePush = { push: 'snapshot'; seq: number; state: CounterState } | { push: 'patch'; seq: number; changes: Change[] };

/** Who is signed in at the screen that is told. Nobody is when a link begins. */
export type SignedInPush = { push: 'signed-in'; person: SignedIn | null };

export type Push = StatePush | SignedInPush;
