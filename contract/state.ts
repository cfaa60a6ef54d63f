/** How a screen is notified of changes. */
import type { AppState } from './features.ts';
import type { CustomerApp, CustomerOrder, KitchenApp } from './views/display.ts';
import type { KitchenOrder } from './views/order.ts';
import type { SignedIn } from './views/staff.ts';
import type { StationPush } from './views/station.ts';

/** What each kind of page is sent, by topic and ID. */
export interface PageStates {
  counter: AppState;
  kitchen: { app: Record<string, KitchenApp>; orders: Record<string, KitchenOrder> };
  customer: { app: Record<string, CustomerApp>; orders: Record<string, CustomerOrder> };
}

export type PageKind = keyof PageStates;

/** One changed entry of the state; a null value means it was removed. */
export type Change<K extends PageKind = 'counter'> = { [One in K]: ChangeOf<PageStates[One]> }[K];

type ChangeOf<State> = { [T in keyof State]: { topic: T; id: string; value: EntryOf<State[T]> | null } }[keyof State];
export type EntryOf<Entries> = Entries extends Record<string, infer Entry> ? Entry : never;

export type Snapshot<K extends PageKind = 'counter'> = {
  [One in K]: { push: 'snapshot'; of: One; seq: number; state: PageStates[One] };
}[K];

/** A snapshot first, then patches; `after`: `seq` of the push before. After a gap, request a new snapshot (`state.snapshot`). */
export type StatePush<K extends PageKind = 'counter'> = Snapshot<K> | { push: 'patch'; seq: number; after: number; changes: Change<K>[] };

/** Who is signed in at this screen; null when a connection begins. */
export type SignedInPush = { push: 'signed-in'; person: SignedIn | null };

export type Push<K extends PageKind = 'counter'> = StatePush<K> | SignedInPush | StationPush;
