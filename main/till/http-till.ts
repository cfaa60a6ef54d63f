/** A till with an HTTP address: one POST an order; the Idempotency-Key lets the till know an order it already has. */

import { asRequest } from '../../contract/address.ts';
import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../time/time.ts';
import type { TillNews, TillOrder } from './till-order.ts';

const TIMEOUT_MS = 30_000;

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
  let status: number;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(order),
      redirect: 'error',
      signal: AbortSignal.any([signal, time.within(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    throw new TillError(message('till-does-not-answer'), error);
  }
  if (status < 200 || status > 299) throw new TillError(message('till-did-not-take-order-status', { status }));
}
