/** While Tillbridge cannot start: a page at the counter's address says why and what to do, and the start is tried again by itself. */
import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { PAGE_HEADERS } from '../counter-page.ts';

const TRY_AGAIN_MS = 3_000;
const SCRIPT_PATH = '/look-again.js';
/** A reload at the moment between this page and the counter would end on the browser's own error page. */
const SCRIPT = `setInterval(() => fetch('/').then(({ status }) => status === 503 || location.reload(), () => undefined), 2000);`;

interface Reason {
  says: string;
  remedy: string;
}

/**
 * Runs `start` until it works. An error for which `reasonOf` has words is shown at `port` and given to `onTrouble` each time the
 * words change; every other error is thrown.
 */
export async function startWhenPossible<T>(
  start: () => Promise<T>,
  { port, reasonOf, onTrouble }: { port: number; reasonOf: (error: unknown) => Reason | null; onTrouble: (reason: Reason) => void },
): Promise<T> {
  let reason: Reason | null = null;
  let server: Server | null = null;
  try {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        const found = reasonOf(error);
        if (!found) throw error;
        if (found.says !== reason?.says) onTrouble(found);
        reason = found;
        server ??= await listen(port, () => pageOf(reason as Reason));
      }
      await wait(TRY_AGAIN_MS);
    }
  } finally {
    server?.close();
    server?.closeAllConnections();
  }
}

/** Null where another program has the port: the terminal has said it all the same. */
function listen(port: number, page: () => string): Promise<Server | null> {
  const server = createServer((request, response) => {
    if (request.url === SCRIPT_PATH)
      return void response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/javascript' }).end(SCRIPT);
    response.writeHead(503, { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'retry-after': '3' }).end(page());
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function pageOf({ says, remedy }: Reason): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tillbridge cannot start</title><script src="${SCRIPT_PATH}"></script></head>
<body><main role="alert"><h1>Tillbridge cannot start</h1><h2>${plain(says)}</h2><p>${plain(remedy)}</p><p>It is tried again every few seconds.</p></main></body></html>
`;
}

function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
