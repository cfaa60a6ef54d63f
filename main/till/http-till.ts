/** A till with an HTTP address: one POST an order; the Idempotency-Key lets the till know an order it already has. */

import { asRequest } from '../../contract/address.ts';
import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../time/time.ts';
import type { TillNews, TillOrder } from './till-order.ts';

const TIMEOUT_MS = 30_000;
/** Of an answer, to see whether it is a page for people. */
const READ_MOST = 512;

/** Why a till did not take what it was sent, in words for staff. */
export class TillError extends Error {
  readonly says: Text;
  constructor(says: Text, cause?: unknown) {
    super(english(says), { cause });
    this.says = says;
  }
}

/** `key`: the same for the same news, however often it is sent. Resolves when the till answered 2xx. Throws TillError. */
export async function postToTill(
  time: Time,
  address: string,
  order: TillOrder | TillNews,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const { url, headers } = asRequest(address);
  let answer: Answered;
  try {
    answer = await answered(
      await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(order),
        // Where it would send its callers on to is not the till.
        redirect: 'manual',
        signal: AbortSignal.any([signal, time.within(TIMEOUT_MS)]),
      }),
    );
  } catch (error) {
    throw new TillError(message('till-does-not-answer'), error);
  }
  const { status, isPage } = answer;
  if (isPage) throw new TillError(message('till-answered-with-page'));
  if (status < 200 || status > 299) throw new TillError(message('till-did-not-take-order-status', { status }));
}

/** `unsure`: something answers there, and does not say whether it takes orders. */
export type TillReach = { is: 'answers' | 'unsure' | 'silent' | 'page' } | { is: 'refuses'; status: number };

/** Asks whether the till is there, without an order: a practice order would be rung up. Never rejects. */
export async function askTill(time: Time, address: string, withinMs: number): Promise<TillReach> {
  const { url, headers } = asRequest(address);
  try {
    const asked = await fetch(url, { method: 'OPTIONS', headers, redirect: 'manual', signal: time.within(withinMs) });
    const { status, isPage } = await answered(asked);
    // Of a till that knows no question but the one with an order.
    if (UNKNOWN_QUESTION.has(status)) return { is: 'unsure' };
    if (isPage) return { is: 'page' };
    return status >= 200 && status <= 299 ? { is: 'answers' } : { is: 'refuses', status };
  } catch {
    return { is: 'silent' };
  }
}

const UNKNOWN_QUESTION = new Set([404, 405, 501]);

interface Answered {
  status: number;
  /** A page for people with a status of success: a network that asks to sign in answers every address so. */
  isPage: boolean;
}

async function answered(response: Response): Promise<Answered> {
  const { status, body, headers } = response;
  const mayBePage = response.ok && /\bhtml\b/i.test(headers.get('content-type') ?? '');
  const isPage = mayBePage && body !== null && PAGE.test(await beginningOf(body));
  await body?.cancel().catch(() => undefined);
  return { status, isPage };
}

/** Many tills say of everything that it is HTML; only a page begins so. */
const PAGE = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|meta|script)\b/i;

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done && text.length < READ_MOST; part = await reader.read())
      text += Buffer.from(part.value).toString('utf8');
  } catch {
    // Cut off: what came of it is all there is.
  } finally {
    reader.releaseLock();
  }
  return text.replace(/^\uFEFF/, '');
}
