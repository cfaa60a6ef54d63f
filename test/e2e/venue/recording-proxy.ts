/** A proxy between the app and an API of the service that records all requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  what: string;
  type: string | undefined;
  key: string | undefined;
  body: unknown;
}

export async function recordingProxy(target: () => string, record: (asked: Asked) => void): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    const { method = '', url = '' } = request;
    const { authorization: key, 'content-type': type } = request.headers;
    record({ what: `${method} ${url}`, type, key, body: text === '' ? null : JSON.parse(text) });
    const headers = { ...(key && { authorization: key }), ...(type && { 'content-type': type }) };
    const answer = await fetch(target() + url, { method, headers, ...(text !== '' && { body: text }) }).catch(() => null);
    if (answer === null) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', date: answer.headers.get('date') ?? '' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
