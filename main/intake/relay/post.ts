/** One HTTPS request to the relay; missing answers and sign-in pages are values, too. */

import { readJson } from '../../../shared/json/read-json.ts';
import type { Time } from '../../../shared/time/time.ts';
import { asRecord, type Fields } from '../../orders/text/reading.ts';
import { ask } from '../../outgoing/ask.ts';
import { type RelayTrouble, troubleOfError, troubleOfStatus } from './trouble.ts';

/** `refused`: the relay's JSON refusal. */
export type Posted = { ok: true; body: Fields } | { ok: false; trouble: RelayTrouble; refused: Fields | null };

export interface Post {
  url: string;
  key?: string;
  body: unknown;
  withinMs: number;
  /** Longest accepted answer, bytes. */
  most: number;
  signal?: AbortSignal;
}

/** Never follows redirects, never rejects. */
export async function post(time: Time, { url, key, body, withinMs, most, signal }: Post): Promise<Posted> {
  const answer = await ask({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, time.within(withinMs)]) : time.within(withinMs),
    most,
  });
  if (!answer.ok) return { ok: false, trouble: troubleOfError(answer.error, url), refused: null };
  const { status, text } = answer;
  const read = text === null ? null : asRecord(readJson(text));
  if (status !== 200) return { ok: false, trouble: troubleOfStatus(status, read !== null), refused: read };
  return read ? { ok: true, body: read } : { ok: false, trouble: text === null ? 'nonsense' : 'portal', refused: null };
}
