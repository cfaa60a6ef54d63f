/** A till with an HTTP address: one POST per order, with an Idempotency-Key to recognize repeats. */

import { asRequest } from '../../contract/address.ts';
import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { ask } from '../outgoing/ask.ts';
import type { Words } from '../outgoing/failure.ts';
import type { TillOrder, TillUpdate } from './till-order.ts';

const TIMEOUT_MS = 30_000;

/** Has a text for staff. */
export class TillError extends Error {
  readonly text: Text;
  constructor(text: Text, cause?: unknown) {
    super(english(text), { cause });
    this.text = text;
  }
}

/** `key`: the Idempotency-Key, the same for repeats. Resolves on 2xx. Throws TillError. */
export async function postToTill(
  time: Time,
  address: string,
  order: TillOrder | TillUpdate,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const { url, headers } = asRequest(address);
  const answer = await ask({
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(order),
    signal: AbortSignal.any([signal, time.within(TIMEOUT_MS)]),
    ...BEGINNING,
  });
  if (answer.words) throw new TillError(answer.words.text);
  if (!answer.ok) throw new TillError(message('till.notResponding'), answer.error);
  const { status } = answer;
  if (isPage(answer)) throw new TillError(message('till.webPageAnswered'));
  if (status < 200 || status > 299) throw new TillError(message('till.orderRefused', { status }));
}

/** `unsure`: it answers, but may not accept orders. `failed`: the cause has a message. */
export type TillReach =
  | { is: 'answers' | 'unsure' | 'silent' | 'page' }
  | { is: 'refuses'; status: number }
  | { is: 'failed'; words: Words };

/** Checks without an order, since the till would book one. Never rejects. */
export async function askTill(time: Time, address: string, withinMs: number): Promise<TillReach> {
  const { url, headers } = asRequest(address);
  const answer = await ask({ url, method: 'OPTIONS', headers, signal: time.within(withinMs), ...BEGINNING });
  if (answer.words) return { is: 'failed', words: answer.words };
  if (!answer.ok) return { is: 'silent' };
  const { status } = answer;
  // The till may only answer requests that carry an order.
  if (UNKNOWN_QUESTION.has(status)) return { is: 'unsure' };
  if (isPage(answer)) return { is: 'page' };
  return status >= 200 && status <= 299 ? { is: 'answers' } : { is: 'refuses', status };
}

const UNKNOWN_QUESTION = new Set([404, 405, 501]);
const BEGINNING = { most: 512, isBeginningEnough: true };

/** Whether a web page answered, as sign-in pages of networks do for every address. */
function isPage({ status, type, text }: { status: number; type: string; text: string | null }): boolean {
  return status >= 200 && status <= 299 && /\bhtml\b/i.test(type) && PAGE.test((text ?? '').replace(/^\uFEFF/, ''));
}

/** Checks the text, as many tills label everything as HTML. */
const PAGE = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|meta|script)\b/i;
