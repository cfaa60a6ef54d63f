import type Database from 'better-sqlite3';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import { type ClaimRows, createClaimRows } from './rows/claim-rows.ts';
import { createDeliveryRows, type DeliveryRows } from './rows/delivery-rows.ts';
import { createInbox, type Inbox } from './rows/inbox.ts';
import { createKitchenRows, type KitchenRows } from './rows/kitchen-rows.ts';
import { createMenuRows, type MenuRows } from './rows/menu/menu-rows.ts';
import { createOrderRows, type OrderRows } from './rows/order-rows.ts';
import { createStaffRows, type StaffRows } from './rows/staff-rows.ts';
import { createHistory, type History } from './search/history.ts';

export interface Rows {
  readonly orders: OrderRows;
  readonly inbox: Inbox;
  readonly queue: Queue;
  readonly deliveries: DeliveryRows;
  readonly history: History;
  readonly claims: ClaimRows;
  readonly kitchen: KitchenRows;
  readonly staff: StaffRows;
  readonly menu: MenuRows;
}

export interface Clocks {
  /** This computer's, epoch ms. */
  now: () => number;
  /** The service's, epoch ms. */
  serviceNow: () => number;
  /** Epoch ms. */
  monotonic: () => number;
}

/** Called with the IDs of changed rows. */
export interface ChangeTracker {
  order(id: string): void;
  delivery(id: string): void;
  /** A venue's menu or its wanted changes. */
  menu(venueId: string): void;
  job(job: { lane: string; orderId: string | null }): void;
}

export function rowsOf(
  db: Database.Database,
  { now, serviceNow, monotonic }: Clocks,
  currencyDigits: CurrencyDigits,
  touch: ChangeTracker,
): Rows {
  const history = createHistory(db, { now, serviceNow }, currencyDigits);
  const kitchen = createKitchenRows(db, now, touch.order);
  return {
    history,
    kitchen,
    orders: createOrderRows(db, touch.order, history, kitchen),
    inbox: createInbox(db, now),
    queue: createQueue(db, { now, monotonic }, touch.job),
    deliveries: createDeliveryRows(db, serviceNow, touch.delivery),
    claims: createClaimRows(db, { now, monotonic }, touch.order, history),
    staff: createStaffRows(db, now),
    menu: createMenuRows(db, serviceNow, touch.menu),
  };
}
