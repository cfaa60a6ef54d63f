/**
 * The last step before data leaves for a screen: characters that could mislead are removed from untrusted text (see shown-text.ts).
 * Messages and amounts go as they are; the screen words them.
 */
import type { StatePush } from '../../contract/contract.ts';
import { isMessage, type Message } from '../../contract/message.ts';
import en from '../../resources/locales/en.json' with { type: 'json' };
import { shown } from '../orders/text/shown-text.ts';

/** Identifiers: not for display, and must return unchanged. */
const ADDRESSES = new Set(['id', 'orderId', 'venueId', 'offerId', 'redirectUri']);
/** Calls that return a file for programs. A menu sheet's texts were made safe already. */
const FILES = new Set(['history.csv', 'diagnostics.bundle', 'menu.get', 'menu.export']);

/** The answer to a call. Status codes of the service are for diagnostics; staff read the sentence alone. */
export function safeAnswer<T>(call: string, answer: T): T {
  return walk({ codes: call.startsWith('diagnostics.'), isFile: FILES.has(call) }, answer) as T;
}

/** Pushes are the same for every screen, so each is processed once. */
const known = new WeakMap<StatePush, StatePush>();

export function safePush(push: StatePush): StatePush {
  const before = known.get(push);
  if (before) return before;
  const walked = walk({ codes: false, isFile: false }, push) as StatePush;
  known.set(push, walked);
  return walked;
}

interface Manner {
  /** Sentences may contain status codes. */
  codes: boolean;
  /** `text` is the content of a file. */
  isFile: boolean;
}

function walk(manner: Manner, value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ADDRESSES.has(key) || (manner.isFile && key === 'text') ? value : shown(value);
  if (Array.isArray(value)) return value.map((entry) => walk(manner, entry, key));
  if (typeof value !== 'object' || value === null) return value;
  const visible = isMessage(value) && !manner.codes ? withoutStatus(value) : value;
  return Object.fromEntries(Object.entries(visible).map(([name, entry]) => [name, walk(manner, entry, name)]));
}

/** `none` is what these messages leave out. Others are about the status, and have no other words for it. */
const LEAVES_STATUS_OUT = new Set(Object.entries(en).flatMap(([code, text]) => (text.includes('{status, select, none') ? [code] : [])));

function withoutStatus(value: Message): Message {
  const { code, values } = value;
  return typeof values?.status === 'number' && LEAVES_STATUS_OUT.has(code) ? { code, values: { ...values, status: 'none' } } : value;
}
