/** HTTP servers on this computer that replace others or pass requests on. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  server: Server;
  port: number;
  url: string;
  close(): Promise<void>;
}

export async function serve(answer: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    server,
    port: own,
    url: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `body`: if it was read already. A broken connection on one side breaks the other. */
export function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  {
    body,
    onReply = (reply) => passBack(reply, outgoing),
  }: { body?: Buffer; onReply?: (reply: IncomingMessage) => void | Promise<void> } = {},
): void {
  const { host } = new URL(target);
  const options = { method: incoming.method, headers: { ...incoming.headers, host } };
  const onward = request(new URL(target).origin + (incoming.url ?? ''), options, async (reply) => {
    try {
      await onReply(reply);
    } catch (error) {
      if (reply.complete) throw error;
      incoming.socket.destroy();
    }
  });
  onward.on('error', () => incoming.socket.destroy());
  if (body) onward.end(body);
  else incoming.pipe(onward);
}

export function passBack(reply: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
  reply.pipe(outgoing);
}

export async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
