/** Receives an authorization code on a redirect address of this computer (section 4.1: the same redirect_uri must be named at the exchange). */
import { randomBytes } from 'node:crypto';
import { isSame } from '../../shared/http/constant-time-equal.ts';
import { guardedServer } from '../../shared/http/guarded-server.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';

export interface Redirects extends Disposable {
  /**
   * Opens an address and waits for one code there, for fifteen minutes: on loopback, or a link that the system hands to the desktop app.
   * One of each kind at a time: who waited at the one before gets none.
   */
  open(via: Via): Promise<string>;
  /** The code that comes to an address of `open`, once; null when none came in time, or nothing is open there. */
  codeOf(redirectUri: string): Promise<string | null>;
  /** Takes an address that the system handed over. False where no one waits for a code there. */
  arrived(address: string): boolean;
}

const WAIT_MS = 15 * 60_000;
/** The address that the desktop app is registered for with the system. */
const LINK = 'tillbridge://connected/';
const PATH = '/connected/';
const LONGEST_CODE = 4_096;
const LIMITS = { connections: 16, request: 5_000, answer: 5_000, idle: 1_000 };
const PAGE = `<!doctype html><meta charset="utf-8"><title>Tillbridge</title><p>Code received. You can close this page and go back to Tillbridge.</p>`;

/**
 * The interface names no `state` that would come back with the code, and the start of the onboarding is not ours to add one to. What it
 * does say is that the code comes to exactly the address that the onboarding was started with. So the secret is in the address itself:
 * 256 bits that only whoever sees this screen and the service know. A `state` that comes all the same was given by whoever started the
 * onboarding, and is theirs to check.
 */
function secretPart(): string {
  return randomBytes(32).toString('base64url');
}

/** A code as it may stand in an address; anything else is none. */
function codeIn(query: URLSearchParams): string | null {
  const codes = query.getAll('code');
  const [code = ''] = codes;
  return codes.length === 1 && /^[\x21-\x7e]+$/.test(code) && code.length <= LONGEST_CODE ? code : null;
}

type Via = 'loopback' | 'link';

/** One address that waits, or has waited, for one code. */
interface Redirect {
  redirectUri: string;
  code: Promise<string | null>;
  isOpen: boolean;
  keepNoLonger: Cancel;
  /** The first end is the one that counts. */
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
      // A code that no one asked for in this time is kept no longer either.
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
