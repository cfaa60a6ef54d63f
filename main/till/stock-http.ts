/**
 * Receives a till's stock counts by HTTP: `POST /stock` or `/stock/<venue id>`, `Authorization: Bearer`, optional `Idempotency-Key`.
 * Answers 200 after saving all, or the mistakes by line.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';
import { tableText } from '../../shared/files/file-text.ts';
import { readBody } from '../../shared/http/body.ts';
import { isSame } from '../../shared/http/constant-time-equal.ts';
import { type GuardedServer, guardedServer } from '../../shared/http/guarded-server.ts';
import type { RequestAddress } from '../../shared/http/request-address.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import { readStock } from '../menu/files/stock-file.ts';
import type { StockReceiver } from './stock-folder.ts';

const HOST = '127.0.0.1';
const STOCK_PATH = '/stock';
const MOST_BYTES = 16 * 1024 * 1024;
const TRY_AGAIN_MS = 3_000;
const LIMITS = { connections: 32 };

export interface StockPort extends AsyncDisposable {
  settingsChanged(): void;
  /** Resolves after the current start or restart. */
  settled(): Promise<void>;
}

export interface StockPortOptions extends Omit<StockReceiver, 'venues'> {
  time: Time;
  /** Null if turned off. */
  port: () => number | null;
  /** Null until a key is created; until then no count is accepted. */
  key: () => Promise<string | null>;
  venueIds: () => readonly string[];
}

/** Listens while a port is set; retries if another program holds it. */
export function listenForStock(options: StockPortOptions): StockPort {
  const { time } = options;
  let server: GuardedServer | null = null;
  let current: number | null = null;
  let isOver = false;
  let nextTry: Cancel | undefined;
  let working = follow();

  async function follow(): Promise<void> {
    const port = isOver ? null : options.port();
    if (server && port === current) return;
    nextTry?.();
    await server?.close();
    server = null;
    current = port;
    if (port === null) return options.onTrouble(null);
    const next = guardedServer({ limits: LIMITS, time, serve, onDefect: options.onDefect });
    try {
      await next.listen(port, HOST);
      server = next;
      options.onTrouble(null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      options.onTrouble(code === 'EADDRINUSE' ? message('stock.portInUse', { port }) : message('stock.cannotListen', { port, code }));
      nextTry = time.after(TRY_AGAIN_MS, settingsChanged, { keepsAlive: false });
    }
  }

  function settingsChanged(): void {
    working = working.then(follow).catch(options.onDefect);
  }

  async function serve(request: IncomingMessage, response: ServerResponse, { path }: RequestAddress): Promise<void> {
    const { host = '', authorization = '' } = request.headers;
    // Rejects DNS rebinding by a web page.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return answer(response, 421, { error: 'not-this-counter' });
    if (path !== STOCK_PATH && !path.startsWith(`${STOCK_PATH}/`)) return answer(response, 404, { error: 'nothing-here' });
    const key = await options.key();
    if (key === null) return answer(response, 503, { error: 'no-key-yet' });
    if (!isSame(`Bearer ${key}`, authorization)) return answer(response, 401, { error: 'wrong-key' });
    server?.trust(request);
    if (request.method !== 'POST') return answer(response, 405, { error: 'post-only' }, { allow: 'POST' });
    const venueId = venueOf(path);
    if (venueId === null) return answer(response, 404, { error: 'no-such-venue', venues: options.venueIds() });
    const body = await readBody(request, MOST_BYTES);
    if (body === 'cut off') return void response.destroy();
    if (body === 'too large') return answer(response, 413, { error: english(message('stock.fileTooLarge')) }, { connection: 'close' });
    const read = readStock(tableText(body).text);
    const mistakes = read.ok ? options.take(venueId, read.stock, { from: FROM, id: nameOf(request) }) : read.mistakes;
    if (read.ok && mistakes.length === 0) return answer(response, 200, { taken: read.stock.length });
    options.onRefused(FROM, mistakes);
    const lines = mistakes.map(({ line, text }) => ({ line, text: english(text) }));
    answer(response, 422, { error: 'mistakes', mistakes: lines });
  }

  /** Null if the path's venue is unknown or ambiguous. */
  function venueOf(path: string): string | null {
    const ids = options.venueIds();
    if (path === STOCK_PATH) return ids.length === 1 ? (ids[0] ?? null) : null;
    return ids.find((id) => path === `${STOCK_PATH}/${encodeURIComponent(id)}`) ?? null;
  }

  return {
    settingsChanged,
    settled: () => working,
    async [Symbol.asyncDispose]() {
      isOver = true;
      settingsChanged();
      await working;
    },
  };
}

/** Source of these counts in the journal and notices. */
const FROM = 'HTTP';

/** The delivery's name, to recognize a repeat; null without an Idempotency-Key. */
function nameOf({ headers }: IncomingMessage): string | null {
  const given = headers['idempotency-key'];
  return typeof given === 'string' && given !== '' ? `http ${createHash('sha256').update(given).digest('base64url')}` : null;
}

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(`${JSON.stringify(body)}\n`);
}
