/** A group order whose body ties nobody to anything: its keys, for the log, so that the shape can be learnt. No name and no value. */
import { type Order, UNASSIGNED } from '../orders/order.ts';
import { asArray, asRecord } from '../orders/reading.ts';

/** Null for every order that is read, or is no group order. */
export function unreadGroup(order: Order, raw: unknown): { people: string[]; items: string[] } | null {
  const isUnread = order.items.length > 0 && order.participants.every(({ name, lines }) => name === UNASSIGNED || lines.length === 0);
  if (order.participants.length === 0 || !isUnread) return null;
  const body = asRecord(raw) ?? {};
  const keysOf = (list: unknown) => [...new Set(asArray(list).flatMap((entry) => Object.keys(asRecord(entry) ?? {})))].slice(0, 50);
  return { people: keysOf(body.group_participants), items: keysOf(body.items) };
}
