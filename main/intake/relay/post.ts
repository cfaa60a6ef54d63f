/** One HTTPS request to the relay and its answer as a value: a sign-in page that answers for it, and no answer, included. */
import { readJson } from '../../orders/reading/json-of-strangers.ts';
import { asRecord, type Fields } from '../../orders/reading/reading.ts';
import type { Time } from '../../time/time.ts';
import { type RelayTrouble, troubleOfError, troubleOfStatus } from './trouble.ts';

/** `refused`: the relay itself says no, with a JSON object. */
export type Posted = { ok: true; body: Fields } | { ok: false; trouble: RelayTrouble; refused: Fields | null };

export interface Post {
  url: string;
  key?: string;
  body: unknown;
  withinMs: number;
  /** An answer that is longer is nobody's, bytes. */
  most: number;
  signal?: AbortSignal;
}

/** Never follows a redirect, and never rejects. */
export async function post(time: Time, { url, key, body, withinMs, most, signal }: Post): Promise<Posted> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, time.within(withinMs)]) : time.within(withinMs),
    });
    const text = await textOf(response, most);
    const read = text === null ? null : asRecord(readJson(text));
    if (response.status === 200)
      return read ? { ok: true, body: read } : { ok: false, trouble: text === null ? 'nonsense' : 'portal', refused: null };
    return { ok: false, trouble: troubleOfStatus(response.status, read !== null), refused: read };
  } catch (error) {
    return { ok: false, trouble: troubleOfError(error), refused: null };
  }
}

/** Null for one that is too long. */
async function textOf(response: Response, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
