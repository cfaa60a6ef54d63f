/** Shows the main screen in a browser of this computer, on loopback only. */

import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../../contract/message.ts';
import type { App } from '../../app/app.ts';
import { costOfCall } from './call-costs.ts';
import type { Client, ClientLimits } from './client-link.ts';
import { createCodes, OPENING_MS, takeLeftCode } from './one-time-codes.ts';
import { type PageServer, servePage } from './page-server.ts';
import { openSessions } from './sessions.ts';

export interface BrowserHost extends PageServer {
  /** The main screen's address; a browser that opens it must pair. */
  url: string;
  /** The wanted port if another program has it, otherwise null. */
  portTaken: number | null;
  /** The URL with a code that pairs one browser, once, within `validMs`. */
  accessLink(validMs: number): string;
}

const FILE = 'counter-sessions.json';
/** Not "localhost": it may also resolve to an address where another program listens. */
const NAME = '127.0.0.1';
/** Bytes: a 10 MB document as base64, or a menu file of 16 million escaped characters. */
const FRAME_LIMIT = 24 * 1024 * 1024;
const LIMITS: ClientLimits = { callsPerSecond: 200, burst: 400, unreadBytes: 8 * 1024 * 1024 };
/** After longer disuse, such as holidays, the main screen must be opened again. */
const UNUSED_MS = 7 * 24 * 3_600_000;
const MOST_PAGES = 64;
/** A page that stays closed for this long must pair again, so a key left in its browser is worthless. */
const CLOSED_FOR_MS = 2 * 60_000;
const NOTICE = 'counter-port';

/** Throws the system's error if no port is available. */
export async function startBrowserHost(options: {
  app: App;
  rendererDir: string;
  dataDir: string;
  preferredPort: number;
  /** Session lifetime after its page is closed, ms. */
  closedForMs?: number;
}): Promise<BrowserHost> {
  const { app, rendererDir, dataDir, preferredPort } = options;
  const { wall: now, monotonic } = app.time;
  const codes = createCodes<null>(monotonic);
  const sessions = openSessions<null>({
    file: join(dataDir, FILE),
    about: v.null(),
    most: MOST_PAGES,
    unusedMs: UNUSED_MS,
    now,
    onTrouble: (error) => app.log.error({ err: error }, 'the keys of the counter pages could not be kept'),
  });

  const client: Client = {
    costOf: costOfCall,
    watch: (send) => app.watch(send, send),
    async call(name, input, watching) {
      if (name === 'counter.accessCode') return { ok: true, value: { code: codes.make(null, OPENING_MS) } };
      return app.call(name, input, watching);
    },
  };
  const serve = (port: number) =>
    servePage<null>({
      app,
      rendererDir,
      place: 'counter',
      address: '127.0.0.1',
      port,
      names: () => [NAME],
      frameLimit: FRAME_LIMIT,
      sessions,
      takeCode(id) {
        const left = takeLeftCode(dataDir, id, now);
        return left === null ? codes.take(id) : { secret: left, about: null };
      },
      viewOf: () => 'counter',
      clientOf: () => client,
      limits: LIMITS,
      closedForMs: options.closedForMs ?? CLOSED_FOR_MS,
    });

  const server = await serve(preferredPort).catch(() => serve(0));
  const portTaken = preferredPort !== 0 && server.port !== preferredPort ? preferredPort : null;
  const url = `http://${NAME}:${server.port}/`;
  if (portTaken === null) app.clearNotice(NOTICE);
  else app.raiseNotice(NOTICE, 'warning', message('app.portTaken', { portTaken, url }), message('app.closeOldPages'));

  return {
    ...server,
    url,
    portTaken,
    accessLink: (validMs) => `${url}#${codes.make(null, validMs)}`,
    async close() {
      await server.close();
      sessions.save();
    },
  };
}
