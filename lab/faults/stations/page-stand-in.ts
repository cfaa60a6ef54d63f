/** A browser's parts for the page's code: storage in a file, an address, and a network through a station's line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { checkServerIdentity as checkIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { Agent, fetch as fetchBy } from 'undici';
import { WebSocket as WebSocketOfPage } from 'ws';
import type { ClientView } from '../../../contract/entry.ts';
import type { Connecting } from '../../../renderer/client/socket-client.ts';

/** Imported at runtime, as it's compiled for browsers. */
const PAIRING = new URL('../../../renderer/client/pairing.ts', import.meta.url).href;

type OpenPairing = (options: {
  origin: string;
  accessCode: () => Promise<string | null>;
  onCode: () => void;
  onView: (view: ClientView) => void;
}) => { open(): Promise<Connecting> };

/** The page's own pairing. `port`: of the line to `origin`. `code`: may be empty. `file`: its storage. */
export async function pairingOfPage({
  origin,
  authority,
  port,
  code,
  file,
}: {
  origin: string;
  authority: string;
  port: number;
  code: string;
  file: string;
}): Promise<{ open(): Promise<Connecting> }> {
  const { hostname } = new URL(origin);
  const checkServerIdentity = (_: string, certificate: PeerCertificate) => checkIdentity(hostname, certificate);
  const throughLine = (): TLSSocket => connect({ port, host: '127.0.0.1', ca: authority, checkServerIdentity });
  const dispatcher = new Agent({
    keepAliveTimeout: 1,
    connect(_, opened) {
      const socket = throughLine();
      socket.once('error', (error) => opened(error, null));
      socket.once('secureConnect', () => opened(null, socket));
    },
  });

  class PageSocket extends WebSocketOfPage {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { origin, createConnection: throughLine });
    }
  }

  Object.assign(globalThis, {
    window: new EventTarget(),
    document: new EventTarget(),
    location: { hash: code === '' ? '' : `#${code}`, pathname: '/', search: '', reload: () => process.exit(0) },
    history: { replaceState: () => undefined },
    sessionStorage: storageIn(null),
    localStorage: storageIn(file),
    WebSocket: PageSocket,
    fetch: (url: string, options: object) => fetchBy(url, { ...options, dispatcher }),
  });
  const { openPairing } = (await import(PAIRING)) as { openPairing: OpenPairing };
  return openPairing({ origin, accessCode: async () => null, onCode: () => undefined, onView: () => undefined });
}

function storageIn(file: string | null) {
  const kept = new Map<string, string>(file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
  const keep = (): void => void (file && writeFileSync(file, JSON.stringify([...kept])));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      kept.set(key, value);
      keep();
    },
    removeItem(key: string) {
      kept.delete(key);
      keep();
    },
  };
}
