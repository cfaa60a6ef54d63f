/** Logs the keys, not values, of a group order whose items have no owners, to learn how they're linked. */
import { type Order, UNASSIGNED } from '../../orders/order.ts';
import { asArray, asRecord } from '../../orders/text/reading.ts';

export function unreadGroup(order: Order, raw: unknown): { people: string[]; items: string[] } | null {
  const isUnread = order.items.length > 0 && order.participants.every(({ name, lines }) => name === UNASSIGNED || lines.length === 0);
  if (order.participants.length === 0 || !isUnread) return null;
  const body = asRecord(raw) ?? {};
  const keysOf = (list: unknown) => wordsAmong(asArray(list).flatMap((entry) => Object.keys(asRecord(entry) ?? {})));
  return { people: keysOf(body.group_participants), items: keysOf(body.items) };
}

const MOST_KEYS = 50;
/** Other keys may be personal data or very long. */
const KEY = /^[a-z][a-z0-9_]{0,39}$/i;
const NO_KEY = '(not a word)';

function wordsAmong(keys: string[]): string[] {
  const words = new Set<string>();
  for (const key of keys) {
    words.add(KEY.test(key) ? key : NO_KEY);
    if (words.size === MOST_KEYS) break;
  }
  return [...words];
}
