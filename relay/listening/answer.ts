/** Reads a request's key and writes its response. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export function answerText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
}

export function answerJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(JSON.stringify(value));
}

export function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer ([\w-]{16,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
