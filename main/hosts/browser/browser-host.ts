/** The same counter in a browser of this computer: the built page and the contract over a WebSocket, on loopback only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ServerFrame } from '../../../preload/contract.ts';
import type { App } from '../../app.ts';
import { PAGE_HEADERS } from '../counter-page.ts';
import { isKey } from './launch-key.ts';
import { readStaticFiles } from './static-files.ts';

export interface BrowserHost {
  /** The address that lets a browser in; it carries the launch key. */
  url: string;
  port: number;
  close(): Promise<void>;
}

const COOKIE = 'tillbridge';
/** A document of 10 MB as base64, with room. */
const FRAME_LIMIT = 16 * 1024 * 1024;
/** A counter that does not read its patches is cut off before they fill the memory; it reconnects to a snapshot. */
const UNREAD_LIMIT = 8 * 1024 * 1024;
const PING_MS = 10_000;

/** Listens on 127.0.0.1. When the preferred port is taken any free one serves. */
export async function startBrowserHost(options: {
  app: App;
  rendererDir: string;
  preferredPort: number;
  key: string;
}): Promise<BrowserHost> {
  const { app, key } = options;
  const files = readStaticFiles(options.rendererDir);
  const server = createServer(serve);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_LIMIT });
  server.on('upgrade', upgrade);
  const port = await listen(options.preferredPort).catch(() => listen(0));

  /** Only this computer's own names: another one in Host means that a foreign page was bound to this address. */
  function isOwnHost(request: IncomingMessage): boolean {
    return request.headers.host === `127.0.0.1:${port}` || request.headers.host === `localhost:${port}`;
  }

  function mayEnter(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
    return cookies.some(([name, value]) => name === `${COOKIE}-${port}` && isKey(key, value));
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (status: number, text: string): void => {
      response.writeHead(status, { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (!isOwnHost(request)) return refuse(421, 'This is not the address of this counter.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'GET only.');
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const given = url.searchParams.get('key');
    if (given !== null) {
      if (!isKey(key, given)) return refuse(403, 'This address is not valid any more. Open the counter from Tillbridge again.');
      const cookie = `${COOKIE}-${port}=${key}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;
      response.writeHead(303, { ...PAGE_HEADERS, location: '/', 'set-cookie': cookie }).end();
      return;
    }
    if (!mayEnter(request)) return refuse(403, 'Open the counter with the address that Tillbridge shows at its start.');
    const file = files.get(url.pathname);
    if (!file) return refuse(404, 'Nothing here.');
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type }).end(request.method === 'HEAD' ? undefined : file.body);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const origin = request.headers.origin;
    const ownOrigin = origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`;
    if (request.url !== '/bridge' || !isOwnHost(request) || !ownOrigin || !mayEnter(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, join);
  }

  function join(socket: WebSocket): void {
    let alive = true;
    const send = (frame: ServerFrame): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > UNREAD_LIMIT) socket.terminate();
      else socket.send(JSON.stringify(frame));
    };
    const leave = app.watch(send);
    const ping = setInterval(() => {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    }, PING_MS);
    socket.on('pong', () => {
      alive = true;
    });
    socket.on('message', (data) => {
      const frame = readFrame(String(data));
      if (!frame) return socket.close(1003, 'not a call');
      // app.call never rejects: a failure is an answer.
      void app.call(frame.call, frame.input).then((answer) => send({ id: frame.id, answer }));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(ping);
      leave();
    });
  }

  function listen(wanted: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  }

  return {
    url: `http://127.0.0.1:${port}/?key=${key}`,
    port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.close(1001, 'Tillbridge is closing');
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate();
          server.closeAllConnections();
        }, 500).unref();
      }),
  };
}

function readFrame(text: string): { id: number; call: string; input: unknown } | null {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !('id' in frame) || !('call' in frame)) return null;
    const { id, call } = frame;
    return typeof id === 'number' && typeof call === 'string' ? { id, call, input: 'input' in frame ? frame.input : {} } : null;
  } catch {
    return null;
  }
}
