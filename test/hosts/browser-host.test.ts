/** The counter in the browser lets in whoever Tillbridge gave its address to, on this computer, and nobody else: no other page, no other name, no other machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type App, startApp } from '../../main/app.ts';
import { type BrowserHost, startBrowserHost } from '../../main/hosts/browser/browser-host.ts';
import { launchKey } from '../../main/hosts/browser/launch-key.ts';
import { RENDERER } from '../story/screen.ts';

let dataDir: string;
let app: App;
let host: BrowserHost;
let cookie: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-host-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
  app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  host = await startBrowserHost({ app, rendererDir: RENDERER, preferredPort: 0, key: launchKey(dataDir) });
  const [given = ''] = (await ask(new URL(host.url).pathname + new URL(host.url).search)).headers['set-cookie'] ?? [];
  cookie = given.split(';')[0] ?? '';
});
afterAll(async () => {
  await host.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: host.port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

/** 'open', or the status of the refusal. */
function link(headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/bridge`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.close();
      resolve('open');
    });
    socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.once('error', () => resolve('refused'));
  });
}

const own = () => `http://127.0.0.1:${host.port}`;

test('the address with the launch key lets a browser in by a cookie that no script and no other site can use', async () => {
  const { pathname, search } = new URL(host.url);
  const { status, headers } = await ask(pathname + search);
  expect([status, headers.location]).toEqual([303, '/']);
  expect(headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\//);
  expect((await ask('/', { headers: { cookie } })).body).toContain('<title>Tillbridge</title>');
});

test('without the key, or with another one, nothing is shown', async () => {
  expect((await ask('/')).status).toBe(403);
  expect((await ask(`/?key=${'0'.repeat(64)}`)).status).toBe(403);
  expect((await ask('/', { headers: { cookie: `${cookie.split('=')[0]}=${'0'.repeat(64)}` } })).status).toBe(403);
  expect((await ask('/', { method: 'POST', headers: { cookie } })).status).toBe(405);
});

test('a foreign page whose name was bound to this address (DNS rebinding) is turned away, cookie or not', async () => {
  for (const name of ['tillbridge.example.test', `tillbridge.example.test:${host.port}`, '127.0.0.1', `[::1]:${host.port}`])
    expect([name, (await ask('/', { headers: { cookie, host: name } })).status]).toEqual([name, 421]);
});

test('the link to the bridge opens for the counter page alone', async () => {
  expect(await link({ cookie, origin: own() })).toBe('open');
  expect(await link({ cookie })).toBe('403');
  expect(await link({ cookie, origin: 'https://example.test' })).toBe('403');
  expect(await link({ cookie, origin: 'null' })).toBe('403');
  expect(await link({ origin: own() })).toBe('403');
  expect(await link({ cookie, origin: own(), host: `tillbridge.example.test:${host.port}` })).toBe('403');
});

test('every answer carries the strictest policy the page works under', async () => {
  for (const path of ['/', '/nothing', '/../../etc/passwd', '/%2e%2e/settings.json']) {
    const { status, headers } = await ask(path, { headers: { cookie } });
    expect([path, status]).toEqual([path, path === '/' ? 200 : 404]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('no other machine reaches it: it listens on loopback only', async () => {
  const others = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const { address } of others) {
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: address, port: host.port });
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    expect([address, reached]).toEqual([address, false]);
  }
});
