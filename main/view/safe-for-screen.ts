/** The last step before a screen: removes misleading characters from untrusted text (see shown-text.ts), not from messages and amounts. */
import type { StatePush } from '../../contract/contract.ts';
import { isMessage, type Message } from '../../contract/message.ts';
import en from '../../resources/locales/en.json' with { type: 'json' };
import { shown } from '../orders/text/shown-text.ts';

/** Identifiers, which must return unchanged. */
const ADDRESSES = new Set(['id', 'orderId', 'venueId', 'offerId', 'redirectUri']);
/** Calls that return a file. A menu sheet is already safe. */
const FILES = new Set(['history.csv', 'diagnostics.bundle', 'support.preview', 'menu.get', 'menu.export']);

/** Removes the service's status codes, except in diagnostics. */
export function safeAnswer<T>(call: string, answer: T): T {
  return walk({ codes: call.startsWith('diagnostics.'), isFile: FILES.has(call) }, answer) as T;
}

/** Cached, as every screen gets the same push. */
const known = new WeakMap<StatePush, StatePush>();

export function safePush(push: StatePush): StatePush {
  const before = known.get(push);
  if (before) return before;
  const walked = walk({ codes: false, isFile: false }, push) as StatePush;
  known.set(push, walked);
  return walked;
}

interface Manner {
  codes: boolean;
  isFile: boolean;
}

function walk(manner: Manner, value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ADDRESSES.has(key) || (manner.isFile && key === 'text') ? value : shown(value);
  if (Array.isArray(value)) return value.map((entry) => walk(manner, entry, key));
  if (typeof value !== 'object' || value === null) return value;
  const visible = isMessage(value) && !manner.codes ? withoutStatus(value) : value;
  return Object.fromEntries(Object.entries(visible).map(([name, entry]) => [name, walk(manner, entry, name)]));
}

/** Messages that have a form without status. */
const LEAVES_STATUS_OUT = new Set(Object.entries(en).flatMap(([code, text]) => (text.includes('{status, select, none') ? [code] : [])));

function withoutStatus(value: Message): Message {
  const { code, values } = value;
  return typeof values?.status === 'number' && LEAVES_STATUS_OUT.has(code) ? { code, values: { ...values, status: 'none' } } : value;
}
