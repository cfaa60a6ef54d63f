/** The items that staff filled a form in for: what they decided is not done to others. */
import { createHash } from 'node:crypto';
import { message } from '../../contract/message.ts';
import type { Order } from '../orders/order.ts';
import type { Refusal } from './unknown-order.ts';

const ITEMS_CHANGED: Refusal = {
  code: 'items-changed',
  text: message('operation.itemsChanged'),
  hint: message('operation.startOver'),
};

/** A word for the items as they are now; another one once any of them is another. */
export function itemsVersion({ items }: Pick<Order, 'items'>): string {
  const rows = items.map(({ rowNumber, name, gtin, count, unitPrice }) => [rowNumber, name, gtin, count, unitPrice]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16);
}

/** Null where the items are those of `seen`, and where nothing was filled in for any. */
export function refuseOtherItems(order: Order, seen: string | undefined): Refusal | null {
  return seen === undefined || seen === itemsVersion(order) ? null : ITEMS_CHANGED;
}
