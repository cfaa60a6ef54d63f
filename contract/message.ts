/**
 * Messages as a code and values. They become text where they're shown, in the reader's language; names and numbers among the values are
 * never translated.
 */
import type en from '../resources/locales/en.json';
import type { MessageValues } from './message-values.ts';

export type MessageCode = keyof typeof en;

/** A point in time as a value. `clockAlone`: shown without its day. */
export interface MomentAt {
  /** ISO UTC. */
  readonly at: string;
  readonly clockAlone?: true;
}

export interface MoneyView {
  /** Minor units of the currency, as the service sent them. */
  readonly amount: number;
  readonly currency: string;
  /** Decimal digits of the currency; null if unknown. */
  readonly digits: number | null;
}

export type Value = string | number | Text | MomentAt | MoneyView;

export interface Message {
  readonly code: MessageCode;
  readonly values?: { readonly [name: string]: Value };
}

/** A plain string is text from a person, a printer or the service. */
export type Text = Message | string;

export type MessageArguments<C extends MessageCode> = C extends keyof MessageValues<Value> ? [values: MessageValues<Value>[C]] : [];

/** An unknown code, or a missing or extra value, doesn't compile. */
export function message<C extends MessageCode>(code: C, ...[values]: MessageArguments<C>): Message {
  return values === undefined ? { code } : { code, values };
}

export function joinSentences(...sentences: readonly Text[]): Text {
  const [first = '', ...others] = sentences.filter((one) => one !== '');
  return others.reduce<Text>((before, next) => message('text.sentences', { first: before, next }), first);
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return false;
  const values = 'values' in value ? value.values : {};
  return Object.keys(value).length === ('values' in value ? 2 : 1) && typeof values === 'object' && values !== null;
}

export function isMoment(value: unknown): value is MomentAt {
  return typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';
}

export function isMoney(value: unknown): value is MoneyView {
  return typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number' && 'currency' in value;
}

export const isSame = (a: Text, b: Text): boolean => JSON.stringify(a) === JSON.stringify(b);
