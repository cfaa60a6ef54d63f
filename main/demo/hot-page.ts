/**
 * `npm run dev`: the page of the counter from its source, drawn anew while someone changes it, in front of the app of the demo. Nothing of
 * this is in the app: its page server, its policy and how it lets pages in stay as they are.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type ProxyOptions } from 'vite';
import { AUTHENTICATE_PATH, BRIDGE_PATH, CHALLENGE_PATH, TROUBLE_PATH } from '../../contract/entry.ts';

export interface HotPage {
  /** Where the page is, with the code that was in the counter's address. */
  address: string;
  stop(): Promise<void>;
}

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));
/** All that a page is built of; nothing else of this computer is served. */
const SERVED = ['renderer', 'contract', 'shared', 'resources', 'node_modules'];
const NAME = '127.0.0.1';

/** `counter`: the address of the app's own counter, with a code. */
export async function serveHotPage(counter: string): Promise<HotPage> {
  const prepared = mkdtempSync(join(tmpdir(), 'tillbridge-dev-'));
  // Packages that are being prepared are written after the server was closed, too: only with the process it is over for certain.
  process.once('exit', () => rmSync(prepared, { recursive: true, force: true }));
  const app = new URL(counter);
  const nonce = randomBytes(16).toString('base64url');
  let port = 0;

  /** The app is asked under its own name. A page of anywhere else is not handed through: the app would have refused it. */
  const toApp: ProxyOptions = {
    target: app.origin,
    changeOrigin: true,
    ws: true,
    configure(proxy) {
      proxy.on('error', (_error, _request, answer) => 'destroy' in answer && answer.destroy());
      proxy.on('proxyReqWs', (request: ClientRequest, { headers }: IncomingMessage, socket: Duplex) => {
        if (headers.origin === `http://${NAME}:${port}`) return void request.setHeader('origin', app.origin);
        request.destroy();
        socket.destroy();
      });
    },
  };
  const server = await createServer({
    configFile: fileURLToPath(new URL('../../renderer/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: prepared,
    plugins: [asWithTheApp(app.host, nonce)],
    // With their number the styles and scripts that a development page writes itself pass its policy; nothing else does.
    html: { cspNonce: nonce },
    server: {
      host: NAME,
      port: 0,
      fs: { allow: SERVED.map((folder) => realpathSync(`${SOURCE}/${folder}`)) },
      proxy: Object.fromEntries([CHALLENGE_PATH, AUTHENTICATE_PATH, BRIDGE_PATH, TROUBLE_PATH].map((path) => [`^${path}$`, toApp])),
    },
  });
  await server.listen();
  const listening = server.httpServer?.address();
  port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  return { address: `http://${NAME}:${port}/${app.hash}`, stop: () => server.close() };
}

/** The page proves what it knows to the app, whose name is not that of this server; and its policy lets in what has the number. */
function asWithTheApp(host: string, nonce: string): Plugin {
  return {
    name: 'as-with-the-app',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/contract/entry.ts')) return;
      return replaced(code, 'const { host } = new URL(origin);', `const host = ${JSON.stringify(host)};`);
    },
    transformIndexHtml: {
      order: 'pre',
      // The page of the map has its policy from the app alone: from its source it asks whom it likes.
      handler: (html, { path }) =>
        path !== '/index.html'
          ? html
          : ['script-src', 'style-src'].reduce((page, kind) => replaced(page, `${kind} 'self'`, `${kind} 'self' 'nonce-${nonce}'`), html),
    },
  };
}

/** Throws where it is not there: without it the page could not come in, and no one would know why. */
function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what))
    throw new Error(`The development page cannot be served: "${what}" is not in its source any more (main/demo/hot-page.ts).`);
  return text.replace(what, by);
}
