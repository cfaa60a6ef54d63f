/** An own real Chromium, controlled through the DevTools protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { chromiumPath } from '../../setup/chromium.ts';
import { removeBrowser } from '../remove-browser.ts';

type Parameters = Record<string, unknown>;

/** A session of the browser or a page. Events have their method's name. */
export interface Conversation extends EventEmitter {
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers are as various as its methods
  send(method: string, parameters?: Parameters): Promise<any>;
}

export interface DevTools extends Conversation {
  endpoint: string;
  own: { pid: number; profile: string };
  /** A page's session. */
  page(sessionId: string): Conversation;
  close(): void;
}

export async function startChromium(): Promise<DevTools> {
  const profile = mkdtempSync(join(tmpdir(), 'tillbridge-stand-in-'));
  const switches = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ];
  // The window's autoplayPolicy applies to the whole browser here.
  switches.push('--autoplay-policy=no-user-gesture-required');
  // Chromium takes pages answered by this fake as internet pages, but they request tiles from this computer.
  switches.push('--disable-features=LocalNetworkAccessChecks');
  const child = spawn(
    chromiumPath(),
    [...switches, '--disable-component-update', '--disable-sync', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const own = { pid: child.pid ?? 0, profile };
  // Also if the app ends before the browser has opened.
  process.once('exit', () => removeBrowser(own));
  const endpoint = await endpointOf(child);
  const socket = new WebSocket(endpoint, { maxPayload: 256 * 1024 * 1024 });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const close = () => {
    socket.terminate();
    removeBrowser(own);
  };
  return converse(socket, endpoint, own, close);
}

async function endpointOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Chromium has no stderr.');
  for await (const line of createInterface({ input: child.stderr })) {
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found === undefined) continue;
    child.stderr.resume();
    return found;
  }
  throw new Error('Chromium did not start.');
}

function converse(socket: WebSocket, endpoint: string, own: DevTools['own'], close: () => void): DevTools {
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const pages = new Map<string, EventEmitter>();
  let last = 0;

  const send =
    (sessionId: string | undefined) =>
    (method: string, params: Parameters = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        asked.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) }));
      });

  const browser = Object.assign(new EventEmitter(), {
    endpoint,
    own,
    send: send(undefined),
    close,
    page(sessionId: string): Conversation {
      const page = Object.assign(new EventEmitter(), { send: send(sessionId) });
      pages.set(sessionId, page);
      return page;
    },
  });
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) {
      (message.sessionId ? pages.get(message.sessionId) : browser)?.emit(message.method, message.params);
      return;
    }
    const question = asked.get(message.id);
    asked.delete(message.id);
    if (message.error) question?.reject(new Error(message.error.message));
    else question?.resolve(message.result);
  });
  return browser;
}
