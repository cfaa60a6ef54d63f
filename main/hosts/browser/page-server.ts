/** Serves the built page and the contract over a WebSocket to browsers that carry a key: the counter on loopback, and displays in the venue's network. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Push, ServerFrame } from '../../../preload/contract.ts';
import type { App } from '../../app.ts';
import { guardedServer, refuse as turnAway } from '../../listening/guarded-server.ts';
import type { RequestAddress } from '../../listening/request-address.ts';
import { PAGE_HEADERS } from '../counter-page.ts';
import { isKey } from './launch-key.ts';
import { readStaticFiles } from './static-files.ts';

export interface PageServer {
  port: number;
  close(): Promise<void>;
}

/** Who may come in, and what they may see and do. */
export interface Guest {
  key: string;
  /** Where the address with the key leads to. */
  home: string;
  mayCall(call: string): boolean;
  shown(push: Push): Push;
}

const COOKIE = 'tillbridge';
/** A document of 10 MB as base64, with room. */
const FRAME_LIMIT = 16 * 1024 * 1024;
/** A counter that does not read its patches is cut off before they fill the memory; it reconnects to a snapshot. */
const UNREAD_LIMIT = 8 * 1024 * 1024;
const PING_MS = 10_000;
/** A tablet far from the venue's radio takes its time for the page. */
const LIMITS = { connections: 128, answer: 60_000 };

/** When the preferred port is taken any free one serves. */
export async function servePage(options: {
  app: App;
  rendererDir: string;
  /** The network address to listen on. */
  address: string;
  preferredPort: number;
  /** The host names under which this page may be asked for: another one means that a foreign page was bound to this address. */
  names: () => readonly string[];
  guests: readonly Guest[];
}): Promise<PageServer> {
  const { app, guests } = options;
  const files = readStaticFiles(options.rendererDir);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_LIMIT });
  const onDefect = (error: unknown): void => app.log.error({ err: error }, 'defect in the page server');
  const server = guardedServer({ limits: LIMITS, serve, upgrade, onDefect });
  const listen = (wanted: number): Promise<number> => server.listen(wanted, options.address);
  const port = await listen(options.preferredPort).catch(() => listen(0));

  function isOwnHost(host: string | undefined): boolean {
    return options.names().some((name) => host === `${name}:${port}`);
  }

  function guestOf(request: IncomingMessage): Guest | null {
    const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
    const given = cookies.find(([name]) => name === `${COOKIE}-${port}`)?.[1];
    return guests.find(({ key }) => isKey(key, given)) ?? null;
  }

  function serve(request: IncomingMessage, response: ServerResponse, address: RequestAddress): void {
    const refuse = (status: number, text: string): void => {
      response.writeHead(status, { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (!isOwnHost(request.headers.host)) return refuse(421, 'This is not the address of this counter.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'GET only.');
    const given = address.query.get('key');
    if (given !== null) {
      const guest = guests.find(({ key }) => isKey(key, given));
      if (!guest) return refuse(403, 'This address is not valid any more. Open the counter from Tillbridge again.');
      const cookie = `${COOKIE}-${port}=${guest.key}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;
      response.writeHead(303, { ...PAGE_HEADERS, location: guest.home, 'set-cookie': cookie }).end();
      return;
    }
    if (!guestOf(request)) return refuse(403, 'Open the counter with the address that Tillbridge shows at its start.');
    server.trust(request);
    const file = files.get(address.path);
    if (!file) return refuse(404, 'Nothing here.');
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type }).end(request.method === 'HEAD' ? undefined : file.body);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { host, origin } = request.headers;
    const guest = guestOf(request);
    if (request.url !== '/bridge' || !isOwnHost(host) || origin !== `http://${host}` || !guest) {
      return turnAway(socket, 403);
    }
    sockets.handleUpgrade(request, socket, head, (joined) => {
      server.keep(socket);
      join(joined, guest);
    });
  }

  function join(socket: WebSocket, guest: Guest): void {
    let alive = true;
    const send = (frame: ServerFrame): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > UNREAD_LIMIT) socket.terminate();
      else socket.send(JSON.stringify(frame));
    };
    const leave = app.watch((push) => send(guest.shown(push)));
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
      if (!guest.mayCall(frame.call)) {
        const problem = { code: 'display-only', says: app.say('This screen only shows. Do that at the counter.') };
        return send({ id: frame.id, answer: { ok: false, problem } });
      }
      // app.call never rejects: a failure is an answer.
      app
        .call(frame.call, frame.input)
        .then((answer) => send({ id: frame.id, answer }))
        .catch(onDefect);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(ping);
      leave();
    });
  }

  return {
    port,
    async close() {
      for (const socket of sockets.clients) socket.close(1001, 'Tillbridge is closing');
      await server.close();
    },
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
