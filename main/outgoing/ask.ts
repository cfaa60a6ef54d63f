/** One request to an address outside, through the proxy of this computer where it has one, and what came back as a value. */
import { Agent as HttpsAgent } from 'node:https';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import { trustSystemCertificates } from './certificates.ts';
import { type Failure, failureOf, type Words, wordsOfFailure, wordsOfNoContact, wordsOfRedirect } from './failure.ts';
import { proxyFor } from './proxy.ts';

export interface Question {
  url: string;
  method: 'GET' | 'POST' | 'OPTIONS';
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** So many bytes of the answer are read, and an answer that is longer has no text; none where it is not given. */
  most?: number;
  /** Of an answer that is longer, the beginning is its text. */
  isBeginningEnough?: boolean;
}

/** `words`: what there is to say of it; null for a status as any other, and where nothing came in time. */
export type Answer =
  | { ok: true; status: number; type: string; text: string | null; words: Words | null }
  | { ok: false; failure: Failure; error: unknown; words: Words | null };

/** Some refuse whoever does not say who is asking. */
const USUAL = { accept: '*/*', 'user-agent': 'Tillbridge' };

/** Never follows a redirect, and never rejects. */
export async function ask(question: Question): Promise<Answer> {
  const { url, most = 0, isBeginningEnough = false, headers: own, ...rest } = question;
  try {
    const { statusCode, headers, body } = await request(url, { ...rest, headers: { ...USUAL, ...own }, dispatcher: dispatcherFor(url) });
    const text = await textOf(body, most, isBeginningEnough);
    const type = String(headers['content-type'] ?? '');
    const isRedirect = statusCode >= 300 && statusCode < 400;
    const words = isRedirect ? wordsOfRedirect(url, String(headers.location ?? '') || null) : null;
    return { ok: true, status: statusCode, type, text, words };
  } catch (error) {
    const failure = failureOf(error, url);
    if (failure === 'unknown-authority' && trustSystemCertificates()) return ask(question);
    return { ok: false, failure, error, words: wordsOfFailure(failure, url) ?? wordsOfNoContact(failure, url) };
  }
}

/** Connections as an address needs them, of its own where it goes through a proxy. */
export function openDispatcher(address: string, options: Agent.Options & { connectTimeout?: number } = {}): Dispatcher {
  const proxy = proxyFor(address);
  return proxy ? new ProxyAgent({ ...options, uri: proxy.href }) : new Agent(options);
}

/** For a WebSocket, which undici does not carry; undefined where there is no proxy in the way. */
export function socketAgentFor(address: string): HttpsAgent | undefined {
  const proxy = proxyFor(address);
  return proxy ? new HttpsAgent({ proxyEnv: { https_proxy: proxy.href } }) : undefined;
}

/** As long as the process lives, as those of `fetch` are: by proxy, with the empty name for none. */
const dispatchers = new Map<string, Dispatcher>();

function dispatcherFor(address: string): Dispatcher {
  const name = proxyFor(address)?.href ?? '';
  const known = dispatchers.get(name);
  if (known) return known;
  const made = openDispatcher(address);
  dispatchers.set(name, made);
  return made;
}

async function textOf(body: Dispatcher.ResponseData['body'], most: number, isBeginningEnough: boolean): Promise<string | null> {
  if (most === 0) {
    // No one reads it, however long it is.
    body.on('error', () => undefined).destroy();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > most && !isBeginningEnough) return null;
    chunks.push(chunk);
    if (size > most) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
