/** `npm run dev`: serves the page from source with hot reload, in front of the demo's app, which stays unchanged. */
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
  /** This server's address, with the app's pairing code. */
  address: string;
  stop(): Promise<void>;
}

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));
const SERVED = ['renderer', 'contract', 'shared', 'resources', 'node_modules'];
const NAME = '127.0.0.1';

/** `counter`: the app's own address, with a pairing code. */
export async function serveHotPage(counter: string): Promise<HotPage> {
  const prepared = mkdtempSync(join(tmpdir(), 'tillbridge-dev-'));
  // Vite writes prepared packages even after closing, so remove them when the process ends.
  process.once('exit', () => rmSync(prepared, { recursive: true, force: true }));
  const app = new URL(counter);
  const nonce = randomBytes(16).toString('base64url');
  let port = 0;

  /** The app sees its own origin. Foreign origins aren't forwarded, as the app would refuse them. */
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
    // Lets the page's inline styles and scripts pass its policy.
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

/** Changes the page's source: it must authenticate for the app's host, not this server's, and its policy must allow the nonce. */
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
      // The map's page gets its policy only from the app; from source it has none.
      handler: (html, { path }) =>
        path !== '/index.html'
          ? html
          : ['script-src', 'style-src'].reduce((page, kind) => replaced(page, `${kind} 'self'`, `${kind} 'self' 'nonce-${nonce}'`), html),
    },
  };
}

/** Throws if the text is missing: otherwise authentication would fail without a reason. */
function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what))
    throw new Error(`The development page cannot be served: "${what}" is not in its source any more (main/demo/hot-page.ts).`);
  return text.replace(what, by);
}
