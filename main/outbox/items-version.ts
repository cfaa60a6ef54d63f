/** Detects items changed while staff filled in a form for them. */
import { createHash } from 'node:crypto';
import { message } from '../../contract/message.ts';
import type { Order } from '../orders/order.ts';
import type { Refusal } from './unknown-order.ts';

const ITEMS_CHANGED: Refusal = {
  code: 'items-changed',
  text: message('operation.itemsChanged'),
  hint: message('operation.startOver'),
};

export function itemsVersion({ items }: Pick<Order, 'items'>): string {
  const rows = items.map(({ rowNumber, name, gtin, count, unitPrice, options, left }) => [
    ...[rowNumber, name, gtin, count, unitPrice, left?.key],
    options.map((option) => [option.group, option.value, option.count]),
  ]);
  return fingerprint(rows);
}

export function fingerprint(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 10);
}

/** Null if the items are still those of `seen`, or no form was filled in. */
export function refuseOtherItems(order: Order, seen: string | undefined): Refusal | null {
  return seen === undefined || seen === itemsVersion(order) ? null : ITEMS_CHANGED;
}
