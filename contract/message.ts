/**
 * What the bridge has to say to a person: a code and its values, never a sentence. Words are made of it where it is shown, in the language
 * of whoever reads it, from `resources/locales`. A name or a number among the values stays what it is in every language.
 */
import type en from '../resources/locales/en.json';
import type { MessageValues } from './message-values.ts';

export type MessageCode = keyof typeof en;

/** A moment among the values: written where it is read, in the language and the zone there. `clockAlone`: the day goes without saying. */
export interface MomentAt {
  /** ISO UTC. */
  readonly at: string;
  readonly clockAlone?: true;
}

/** An amount: written where it is read, in the language there. */
export interface MoneyView {
  /** Minor units of the currency, as the service sent them. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** How many digits of it stand after its decimal point; null where no one knows. */
  readonly digits: number | null;
}

/** A message among the values is put into words before the one it stands in. */
export type Value = string | number | Text | MomentAt | MoneyView;

export interface Message {
  readonly code: MessageCode;
  readonly values?: { readonly [name: string]: Value };
}

/** Plain text is what someone else says: a person, a printer, the service. */
export type Text = Message | string;

/** The values that a message is given, if it holds any. */
export type Given<C extends MessageCode> = C extends keyof MessageValues<Value> ? [values: MessageValues<Value>[C]] : [];

/** A message; a code that no language has, a value too few or one too many does not compile. */
export function message<C extends MessageCode>(code: C, ...[values]: Given<C>): Message {
  return values === undefined ? { code } : { code, values };
}

/** Several sentences, one behind the other. */
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

/** Whether two say the same of the same. */
export const isSame = (a: Text, b: Text): boolean => JSON.stringify(a) === JSON.stringify(b);
