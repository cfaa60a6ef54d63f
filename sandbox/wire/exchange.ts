/** One HTTP exchange: what came in, and what is answered. A refusal is thrown and becomes the answer. */
import type { IncomingMessage } from 'node:http';
import type { Trouble } from './trouble.ts';

export interface Incoming {
  method: string;
  /** Below the service's base address: `/orders/abc/accept`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** Bytes of the body as they came. */
  size: number;
  /** What an ordered fault does to it. */
  trouble: Trouble;
}

export interface Reply {
  status: number;
  /** Sent as JSON; absent for an empty answer. */
  body?: unknown;
  headers?: Record<string, string>;
  /** For the journal: what a reading of an order showed. */
  shown?: Shown;
}

export interface Shown {
  order_status: string;
  /** It showed the order as it was before its last change. */
  old: boolean;
}

/** An answer other than success. */
export class Refusal extends Error {
  readonly reply: Reply;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.reply = { status, body, headers };
  }
}

/** A menu of thousands of items is some tens of MiB. */
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
