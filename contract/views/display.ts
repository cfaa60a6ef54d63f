/** What displays on tablets are sent. Only fields listed here leave the app, so new fields of orders stay private. */
import * as v from 'valibot';
import type { Text } from '../message.ts';
import type { AppView } from './app.ts';
import type { KitchenView, KitchenWork } from './kitchen.ts';
import type { ActionName, AllergyView, OrderCard, PersonView, StepView } from './order.ts';
import type { Problem } from './problem.ts';

type ScreenLook = AppView['screen'];

export const DisplayView = v.picklist(['kitchen', 'customer']);

export type DisplayView = v.InferOutput<typeof DisplayView>;

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

/** An order on a kitchen display: being prepared or ready, cancelled during preparation, or recalled. */
export interface KitchenOrder {
  id: string;
  revision: string;
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
  /** Some texts or items are cut; the main screen has all of them. */
  isCut: boolean;
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
  trouble: Problem[];
  alerting: boolean;
}

export interface CustomerApp {
  venue: string;
  customerLogo: string | null;
  clockOffsetMs: number;
  timeZone: string;
  screen: Pick<ScreenLook, 'language' | 'theme' | 'size'>;
}

/** An order on the customer display. Its ID is the display's own counter and reveals nothing. */
export interface CustomerOrder {
  number: string;
  stage: 'preparing' | 'ready';
}

/** What each kind of display is sent. */
export type DisplayStates = {
  kitchen: { app: Record<string, KitchenApp>; orders: Record<string, KitchenOrder> };
  customer: { app: Record<string, CustomerApp>; orders: Record<string, CustomerOrder> };
};
