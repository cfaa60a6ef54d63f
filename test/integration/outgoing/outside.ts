/** Servers at outside addresses: TLS with a self-signed certificate, a redirect, plain HTTP, and a proxy. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { CERTIFICATES } from '../relay/certificates.ts';

/** The name in the first certificate. */
export const NAME = 'relay.example.test';

export interface Opened extends AsyncDisposable {
  port: number;
  server: NetServer;
}

function opened(server: NetServer): Promise<Opened> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        server,
        async [Symbol.asyncDispose]() {
          for (const socket of sockets) socket.destroy();
          await new Promise((end) => server.close(end));
        },
      });
    });
  });
}

const takes: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

export const openTls = (serve: RequestListener = takes): Promise<Opened> => {
  const [{ certificate, key }] = CERTIFICATES;
  return opened(createTlsServer({ cert: certificate, key }, serve));
};
export const openPlain = (serve: RequestListener = takes): Promise<Opened> => opened(createServer(serve));

/** Opens tunnels for any name to `port` of this computer; none if null. `asked`: requested names. */
export async function openProxy(port: number | null): Promise<Opened & { asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((_, response) => void response.writeHead(403).end());
  server.on('connect', ({ url }, socket: Socket) => {
    asked.push(url ?? '');
    if (port === null) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const there = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => socket.destroy());
    socket.on('error', () => there.destroy()).once('close', () => there.destroy());
  });
  return Object.assign(await opened(server), { asked });
}
