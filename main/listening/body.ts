/** What a request carries, up to a limit. */
import type { IncomingMessage } from 'node:http';

/** `limit`: in bytes; what says that it is longer is not read, and what turns out to be is read no further. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'cut off'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return Promise.resolve('too large');
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) return void chunks.push(chunk);
        resolve('too large');
        request.destroy();
      })
      .once('end', () => resolve(request.complete ? Buffer.concat(chunks) : 'cut off'))
      .once('error', () => resolve('cut off'))
      .once('close', () => resolve('cut off'));
  });
}
