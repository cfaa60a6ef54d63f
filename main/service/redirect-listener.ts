/** Receives an authorization code on a loopback redirect address (section 4.1: the same redirect_uri must be named at the exchange). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RedirectListener {
  redirectUri: string;
  /** Resolves with the code, or null when none came in time or the listener was closed. */
  code: Promise<string | null>;
  close(): void;
}

const WAIT_MS = 15 * 60_000;
const PATH = '/connected';
const PAGE = `<!doctype html><meta charset="utf-8"><title>Tillbridge</title><p>The code has arrived. You can close this page and go back to Tillbridge.</p>`;

/** The address that the desktop app is registered for with the system. */
const LINK = 'tillbridge://connected';

export interface RedirectLinks {
  /** Waits for one code, for fifteen minutes; who waited before gets none. */
  open(): RedirectListener;
  /** Takes an address that the system handed over. False where it is no redirect with a code, or nobody waits for one. */
  arrived(address: string): boolean;
}

/** The same as the loopback address, by a link that the system opens with this app. */
export function createRedirectLinks(): RedirectLinks {
  let settle: ((code: string | null) => void) | null = null;
  return {
    open() {
      settle?.(null);
      let timer: NodeJS.Timeout;
      const code = new Promise<string | null>((resolve) => {
        settle = resolve;
        timer = setTimeout(() => resolve(null), WAIT_MS);
      }).finally(() => clearTimeout(timer));
      const mine = settle;
      return { redirectUri: LINK, code, close: () => mine?.(null) };
    },
    arrived(address) {
      const url = URL.parse(address);
      const code = url !== null && `${url.protocol}//${url.host}` === LINK ? url.searchParams.get('code') : null;
      if (!code || settle === null) return false;
      settle(code);
      settle = null;
      return true;
    },
  };
}

/** Listens on 127.0.0.1 only, for one code, for fifteen minutes. */
export async function openRedirectListener(): Promise<RedirectListener> {
  let settle: (code: string | null) => void = () => undefined;
  const code = new Promise<string | null>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const received = url.pathname === PATH ? url.searchParams.get('code') : null;
    if (!received) {
      response.writeHead(url.pathname === PATH ? 400 : 404, { 'content-type': 'text/plain' }).end('No authorization code here.');
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .end(PAGE, () => finish(received));
  });
  const timer = setTimeout(() => finish(null), WAIT_MS);
  function finish(result: string | null): void {
    clearTimeout(timer);
    settle(result);
    server.close();
    server.closeIdleConnections();
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${port}${PATH}`, code, close: () => finish(null) };
}
