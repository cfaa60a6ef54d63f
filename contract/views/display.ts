/**
 * What displays on tablets are sent: each type lists what its display draws, and nothing else leaves for it. A field that is added to an
 * order or to the app's own state stays here until someone lists it.
 */
import * as v from 'valibot';
import type { Text } from '../message.ts';
import type { AppView } from './app.ts';
import type { KitchenView, KitchenWork } from './kitchen.ts';
import type { ActionName, AllergyView, OrderCard, PersonView, StepView } from './order.ts';
import type { Problem } from './problem.ts';

type ScreenLook = AppView['screen'];

export const DisplayView = v.picklist(['kitchen', 'customer']);

export type DisplayView = v.InferOutput<typeof DisplayView>;

/** A tablet that was let in. Times are ISO UTC by this computer's clock. */
export interface TabletView {
  id: string;
  name: string;
  view: DisplayView;
  /** The station that a kitchen display shows; null for everything. */
  station: string | null;
  pairedAt: string;
  lastSeenAt: string;
  /** Whether it is linked now. */
  isHere: boolean;
}

/** Whether its orders are of several venues, how a display looks, when it may ring, the time it counts by, and the zone it writes times in. */
export interface KitchenApp {
  severalVenues: boolean;
  screen: ScreenLook;
  clockOffsetMs: number;
  timeZone: string;
  volume: number;
  soundPausedUntil: string | null;
  kitchen: KitchenView;
}

export interface KitchenItem {
  name: string | null;
  count: number;
  options: { group: string; value: string; count: number; allergies: AllergyView | null }[];
  participants: PersonView[];
}

/** An order that is cooked or stands ready, was cancelled under the kitchen's hands, or is wanted back. */
export interface KitchenOrder {
  id: string;
  number: string;
  venueName: string;
  column: 'preparing' | 'ready' | 'ended';
  kind: OrderCard['kind'];
  kindLabel: Text;
  preorder: boolean;
  statusLabel: Text;
  customer: string | null;
  comment: string | null;
  allergies: AllergyView | null;
  items: KitchenItem[];
  itemCount: number;
  participants: PersonView[];
  bags: number;
  /** The counter has more of it than is shown here. */
  isCut: boolean;
  /** Only notifications told of it yet. */
  unread: boolean;
  kitchen: KitchenWork | null;
  checked: number[];
  noContact: boolean;
  placedAt: string | null;
  pickupAt: string | null;
  preorderFor: string | null;
  pending: { action: string; text: Text; since: string; undoUntil: string | null } | null;
  actions: { name: Extract<ActionName, 'ready' | 'delivered'>; label: Text }[];
  ticket: StepView['state'];
  labels: StepView['state'];
  courier: OrderCard['courier'];
  cancelled: OrderCard['cancelled'];
  /** What is not as it seems, and what to do: whoever cooks it must know it too. */
  trouble: Problem[];
  /** It rings until someone touches it. */
  alerting: boolean;
}

export interface CustomerApp {
  venue: string;
  customerLogo: string | null;
  clockOffsetMs: number;
  timeZone: string;
  screen: Pick<ScreenLook, 'language' | 'theme' | 'size'>;
}

/** A number on the customers' screen. Its id is a running number of this display's own, which says nothing of the order. */
export interface CustomerOrder {
  number: string;
  stage: 'preparing' | 'ready';
}

export interface DisplayStates {
  kitchen: { app: Record<string, KitchenApp>; orders: Record<string, KitchenOrder> };
  customer: { app: Record<string, CustomerApp>; orders: Record<string, CustomerOrder> };
}

/** One entry of what a display shows; a null value means it is gone. */
export interface DisplayChange {
  topic: 'app' | 'orders';
  id: string;
  value: unknown;
}

/** Numbered like those of the counter, by numbers of the display's own. */
export type DisplayPush<V extends DisplayView> =
  | { push: 'snapshot'; seq: number; state: DisplayStates[V] }
  | { push: 'patch'; seq: number; changes: DisplayChange[] };
