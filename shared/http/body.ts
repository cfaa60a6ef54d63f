/** Reads request bodies up to a limit. */
import type { IncomingMessage } from 'node:http';

/** `limit`: in bytes; a larger Content-Length isn't read at all. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'cut off'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return 'too large';
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'cut off';
  }
  return request.complete ? Buffer.concat(chunks) : 'cut off';
}
