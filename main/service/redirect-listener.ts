/** Receives an authorization code at a local redirect address (section 4.1: the exchange must name the same redirect_uri). */
import { randomBytes } from 'node:crypto';
import { isSame } from '../../shared/http/constant-time-equal.ts';
import { guardedServer } from '../../shared/http/guarded-server.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';

export interface Redirects extends Disposable {
  /** Waits fifteen minutes for one code, on loopback or by a link to the desktop app. A new one of the same kind ends the previous. */
  open(via: Via): Promise<string>;
  /** The code for an address of `open`, once; null if none arrived in time or nothing is open. */
  codeOf(redirectUri: string): Promise<string | null>;
  /** Handles an address passed by the system. False if no code is expected there. */
  arrived(address: string): boolean;
}

const WAIT_MS = 15 * 60_000;
/** Registered with the system to open the app. */
const LINK = 'tillbridge://connected/';
const PATH = '/connected/';
const LONGEST_CODE = 4_096;
const LIMITS = { connections: 16, request: 5_000, answer: 5_000, idle: 1_000 };
const PAGE = `<!doctype html><meta charset="utf-8"><title>Tillbridge</title><p>Code received. You can close this page and go back to Tillbridge.</p>`;

/**
 * The interface has no `state`, and the onboarding starts elsewhere. But codes go to exactly the given address, so it contains a 256-bit
 * secret. Any `state` is for the onboarding's starter to check.
 */
function secretPart(): string {
  return randomBytes(32).toString('base64url');
}

/** Null unless it's one plausible code. */
function codeIn(query: URLSearchParams): string | null {
  const codes = query.getAll('code');
  const [code = ''] = codes;
  return codes.length === 1 && /^[\x21-\x7e]+$/.test(code) && code.length <= LONGEST_CODE ? code : null;
}

type Via = 'loopback' | 'link';

interface Redirect {
  redirectUri: string;
  code: Promise<string | null>;
  isOpen: boolean;
  keepNoLonger: Cancel;
  /** Only the first call counts. */
  end(code: string | null): void;
}

export function createRedirects(time: Time, onDefect: (error: unknown) => void): Redirects {
  const redirects = new Map<Via, Redirect>();

  function keep(via: Via, redirectUri: string, onEnd: () => void): Redirect {
    forget(via);
    let settle: (code: string | null) => void = () => undefined;
    const code = new Promise<string | null>((resolve) => {
      settle = resolve;
    });
    const redirect: Redirect = {
      redirectUri,
      code,
      isOpen: true,
      // After the wait, a code that wasn't fetched is dropped, too.
      keepNoLonger: time.after(WAIT_MS, () => forget(via), { keepsAlive: false }),
      end(result) {
        if (!redirect.isOpen) return;
        redirect.isOpen = false;
        settle(result);
        onEnd();
      },
    };
    redirects.set(via, redirect);
    return redirect;
  }

  function forget(via: Via): void {
    redirects.get(via)?.keepNoLonger();
    redirects.get(via)?.end(null);
    redirects.delete(via);
  }

  /** Listens on 127.0.0.1 only, until the first code. */
  async function openLoopback(): Promise<Redirect> {
    const path = PATH + secretPart();
    const server = guardedServer({
      limits: LIMITS,
      time,
      onDefect,
      serve(request, response, address) {
        const isOurs = redirect.isOpen && isSame(address.path, path);
        const code = isOurs && request.method === 'GET' ? codeIn(address.query) : null;
        const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', connection: 'close' };
        if (code === null) {
          response.writeHead(isOurs ? 400 : 404, { ...headers, 'content-type': 'text/plain' }).end('No authorization code here.');
          return;
        }
        response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
        redirect.end(code);
      },
    });
    const port = await server.listen(0, '127.0.0.1');
    const redirect = keep('loopback', `http://127.0.0.1:${port}${path}`, () => void server.close());
    return redirect;
  }

  return {
    async open(via) {
      const redirect = via === 'loopback' ? await openLoopback() : keep('link', LINK + secretPart(), () => undefined);
      return redirect.redirectUri;
    },
    async codeOf(redirectUri) {
      const [via, redirect] = [...redirects].find(([, one]) => isSame(redirectUri, one.redirectUri)) ?? [];
      if (!via || !redirect) return null;
      const code = await redirect.code;
      if (redirects.get(via) === redirect) forget(via);
      return code;
    },
    arrived(address) {
      const link = redirects.get('link');
      const url = URL.parse(address);
      if (!link?.isOpen || !url || !isSame(`${url.protocol}//${url.host}${url.pathname}`, link.redirectUri)) return false;
      const code = codeIn(url.searchParams);
      if (code !== null) link.end(code);
      return code !== null;
    },
    [Symbol.dispose]() {
      for (const via of [...redirects.keys()]) forget(via);
    },
  };
}
