/** Serves the built page to anyone, and the contract over a WebSocket to paired pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AUTHENTICATE_PATH, BRIDGE_PATH, CHALLENGE_PATH, type ClientView, PROTOCOL } from '../../../contract/entry.ts';
import { type Certificate, guardedServer, refuse as turnAway } from '../../../shared/http/guarded-server.ts';
import type { RequestAddress } from '../../../shared/http/request-address.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { App } from '../../app/app.ts';
import { headersOf, KEPT_FOR_GOOD, NAMED_BY_CONTENT } from '../counter-page.ts';
import { type Allowance, createAllowance } from './allowance.ts';
import { type Client, type ClientLimits, joinClient } from './client-link.ts';
import { createPairing } from './pairing.ts';
import type { Session, Sessions } from './sessions.ts';
import { buildOf, readStaticFiles } from './static-files.ts';

export interface PageServer {
  port: number;
  /** Of a server with TLS, for later connections. */
  renewCertificate(certificate: Certificate): void;
  /** Whether the session has a connected page. */
  isHere(sessionId: string): boolean;
  /** Disconnects a session, or all (null), and voids its tickets for WebSockets. */
  unpair(sessionId: string | null): void;
  /** Disconnects a session's pages, which reconnect. */
  reconnect(sessionId: string): void;
  /** True once a page connects, false after `ms`. */
  hasVisitor(ms: number): Promise<boolean>;
  close(): Promise<void>;
}

const LINKS_A_SESSION = 8;
const SENT_AWAY = 4_003;
const SEEN_EVERY_MS = 30_000;
/** A connection costs this many calls: a new page gets a whole snapshot. */
const COMING_IN_COSTS = 5;
/** Rate limits kept in memory; more than there are sessions. */
const MOST_ALLOWANCES = 200;
/** Close codes of a page that was closed or reloaded, not of a broken connection. */
const BY_THE_PAGE = new Set([1_000, 1_001, 1_005]);
/** Long, since a tablet with weak radio loads the page slowly. */
const LIMITS = { connections: 128, answer: 60_000 };

/** A file outside the built page. `headers`: added to the usual ones, or replacing them. */
export interface ExtraFile {
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

/** Throws the system's error if it can't listen. */
export async function servePage<About>(options: {
  app: App;
  rendererDir: string;
  place: 'counter' | 'display';
  address: string;
  /** 0 for any free port. */
  port: number;
  /** With a certificate, only https is served. */
  tls?: Certificate;
  /** `host`: one of `names`. */
  extraFile?: (path: string, host: string) => ExtraFile | null;
  /** Accepted host names; others mean DNS rebinding by a foreign page. */
  names: () => readonly string[];
  frameLimit: number;
  sessions: Sessions<About>;
  takeCode(id: string): { secret: string; about: About } | null;
  viewOf(about: About): ClientView;
  clientOf(about: About): Client;
  limits: ClientLimits;
  /** A closed page must return within this time (ms), as by a reload, or its session ends; without it, sessions last. */
  closedForMs?: number;
}): Promise<PageServer> {
  const { app, sessions } = options;
  const { time } = app;
  const files = readStaticFiles(options.rendererDir);
  const pairing = createPairing({ ...options, build: buildOf(files), time });
  const links = new Map<string, Set<WebSocket>>();
  const allowances = new Map<string, Allowance>();
  const waiting = new Set<() => void>();
  /** Sessions whose page was just closed. */
  const left = new Map<string, Cancel>();
  let closing = false;
  // Pings are counted and answered in client-link.ts.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.frameLimit,
    autoPong: false,
    // One frame of each page in turn, so a page with many calls delays only itself.
    allowSynchronousEvents: false,
    handleProtocols: () => PROTOCOL,
  });
  const onDefect = (error: unknown): void => app.log.error({ err: error }, 'defect in the page server');
  const server = guardedServer({ limits: LIMITS, certificate: options.tls, time, serve, upgrade, onDefect });
  const port = await server.listen(options.port, options.address);
  const scheme = options.tls ? 'https' : 'http';

  function isOwnHost(host: string | undefined): host is string {
    return options.names().some((name) => host === `${name}:${port}`);
  }

  function serve(request: IncomingMessage, response: ServerResponse, { path }: RequestAddress): void {
    const answer = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}): void => {
      // Displays have no map.
      const tiles = options.place === 'counter' ? app.tilesOrigin() : null;
      response
        .writeHead(status, { ...headersOf(path, tiles), ...headers, 'content-type': type })
        .end(request.method === 'HEAD' ? undefined : body);
    };
    const refuse = (status: number, text: string): void => answer(status, 'text/plain; charset=utf-8', text);
    const { host, authorization } = request.headers;
    if (!isOwnHost(host)) return refuse(421, "This isn't an address of this Tillbridge.");
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'GET only.');
    if (path === CHALLENGE_PATH)
      return answer(200, 'application/json', JSON.stringify({ challenge: pairing.challenge(), place: options.place }));
    if (path === AUTHENTICATE_PATH) {
      const granted = request.method === 'GET' ? pairing.authenticate(authorization, host) : null;
      if (granted) server.trust(request);
      return granted ? answer(200, 'application/json', JSON.stringify(granted)) : refuse(401, "This page isn't paired.");
    }
    const extra = options.extraFile?.(path, host.slice(0, host.lastIndexOf(':'))) ?? null;
    if (extra) return answer(200, extra.type, extra.body, extra.headers);
    const own = files.get(path);
    const file = own ?? app.logoAt(path);
    if (!file) return refuse(404, 'Nothing here.');
    answer(200, file.type, file.body, own && NAMED_BY_CONTENT.test(path) ? { 'cache-control': KEPT_FOR_GOOD } : {});
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { host, origin, 'sec-websocket-protocol': protocols = '' } = request.headers;
    const [protocol, ticket] = protocols.split(',').map((part) => part.trim());
    const isPage = request.url === BRIDGE_PATH && isOwnHost(host) && origin === `${scheme}://${host}` && protocol === PROTOCOL;
    const session = isPage ? pairing.clientOf(ticket, host) : null;
    if (!session) return turnAway(socket, 403);
    const allowance = allowanceOf(session.id);
    if (!allowance.take(COMING_IN_COSTS)) return turnAway(socket, 429);
    server.trust(request);
    sockets.handleUpgrade(request, socket, head, (joined) => join(joined, session, allowance));
  }

  /** Per session: reconnecting must not raise the limit. */
  function allowanceOf(sessionId: string): Allowance {
    const { callsPerSecond: perSecond, burst } = options.limits;
    const allowance = allowances.get(sessionId) ?? createAllowance({ perSecond, burst, now: time.elapsed });
    for (const id of allowances.keys()) if (allowances.size >= MOST_ALLOWANCES && !links.has(id)) allowances.delete(id);
    allowances.set(sessionId, allowance);
    return allowance;
  }

  function join(socket: WebSocket, { id, about }: Session<About>, allowance: Allowance): void {
    const linked = links.get(id) ?? new Set();
    links.set(id, linked.add(socket));
    for (const oldest of linked) if (linked.size > LINKS_A_SESSION) drop(id, oldest);
    left.get(id)?.();
    left.delete(id);
    sessions.seen(id);
    joinClient(socket, options.clientOf(about), {
      time,
      limits: options.limits,
      allowance,
      onDefect,
      onGone(code) {
        sessions.seen(id);
        linked.delete(socket);
        if (linked.size > 0 || links.get(id) !== linked) return;
        links.delete(id);
        if (BY_THE_PAGE.has(code) && !closing) leave(id);
      },
    });
    for (const come of waiting) come();
  }

  function leave(sessionId: string): void {
    if (options.closedForMs === undefined) return;
    const over = (): void => {
      left.delete(sessionId);
      sessions.end(sessionId);
    };
    left.set(sessionId, time.after(options.closedForMs, over, { keepsAlive: false }));
  }

  /** Cuts the connection without waiting for the page, which may not cooperate. */
  function drop(sessionId: string, socket: WebSocket): void {
    links.get(sessionId)?.delete(socket);
    socket.close(SENT_AWAY, 'sent away');
    socket.terminate();
  }

  const see = (): void => {
    for (const id of links.keys()) sessions.seen(id);
  };
  const stopSeeing = time.every(SEEN_EVERY_MS, see, undefined, { keepsAlive: false });

  return {
    port,
    renewCertificate: server.renewCertificate,
    isHere: (sessionId) => links.has(sessionId),
    unpair(sessionId) {
      pairing.end(sessionId);
      for (const [id, linked] of [...links]) if (sessionId === null || id === sessionId) for (const socket of linked) drop(id, socket);
    },
    reconnect(sessionId) {
      for (const socket of links.get(sessionId) ?? []) drop(sessionId, socket);
    },
    hasVisitor: (ms) =>
      new Promise((resolve) => {
        const end = (came: boolean) => {
          noLimit();
          waiting.delete(come);
          resolve(came);
        };
        const come = () => end(true);
        const noLimit = time.after(ms, () => end(false));
        if (links.size > 0) end(true);
        else waiting.add(come);
      }),
    async close() {
      closing = true;
      stopSeeing();
      for (const [id, noEnd] of left) {
        noEnd();
        sessions.end(id);
      }
      for (const socket of sockets.clients) socket.close(1001, 'Tillbridge is closing');
      await server.close();
    },
  };
}
