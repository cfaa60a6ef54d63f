/** Reads a request and writes its response. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `limit`: in bytes. A sender of more is not read to the end. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'cut off'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      request.resume();
      return resolve('too large');
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) resolve('too large');
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', () => resolve('cut off'));
    request.once('close', () => resolve('cut off'));
  });
}

export function answerText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
}

/** Nothing that is asked for here may be kept on the way. */
export function answerJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(JSON.stringify(value));
}

/** The key that a request carries; null for none. */
export function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer ([\w-]{16,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
