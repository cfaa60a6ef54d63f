/** Sends one request, other than to the service, through this computer's proxy if it has one. */
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
  /** Most bytes read of the answer; a longer answer has no text. Default: 0. */
  most?: number;
  /** A longer answer keeps its beginning as text. */
  isBeginningEnough?: boolean;
}

/** `words`: for staff; null for an ordinary status or a timeout. */
export type Answer =
  | { ok: true; status: number; type: string; text: string | null; words: Words | null }
  | { ok: false; failure: Failure; error: unknown; words: Words | null };

/** Some servers refuse requests without a user agent. */
const USUAL = { accept: '*/*', 'user-agent': 'Tillbridge' };

/** Never follows a redirect, never rejects. */
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

export function openDispatcher(address: string, options: Agent.Options & { connectTimeout?: number } = {}): Dispatcher {
  const proxy = proxyFor(address);
  return proxy ? new ProxyAgent({ ...options, uri: proxy.href }) : new Agent(options);
}

/** For a WebSocket, which undici can't proxy; undefined without a proxy. */
export function socketAgentFor(address: string): HttpsAgent | undefined {
  const proxy = proxyFor(address);
  return proxy ? new HttpsAgent({ proxyEnv: { https_proxy: proxy.href } }) : undefined;
}

/** By proxy, '' for none; kept for the life of the process, as with `fetch`. */
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
