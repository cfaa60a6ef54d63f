/** An HTTP request and its reply. A thrown refusal becomes the reply. */
import type { IncomingMessage } from 'node:http';
import type { Trouble } from './trouble.ts';

export interface Incoming {
  method: string;
  /** Below the service's base path: `/orders/abc/accept`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  size: number;
  trouble: Trouble;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** For the journal: the order state that a read showed. */
  shown?: Shown;
}

export interface Shown {
  order_status: string;
  old: boolean;
}

export class Refusal extends Error {
  readonly reply: Reply;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.reply = { status, body, headers };
  }
}

/** A menu with thousands of items has tens of MiB. */
const LARGEST_BODY = 64 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_BODY) throw new Refusal(413, { reason: 'The body is larger than 64 MiB.' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
