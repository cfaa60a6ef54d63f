/** The browser host admits only pages with a code, on this computer: no other page, host name or machine. */
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { askIn, type Entry, type EntryKey, keyOfCode, PROTOCOL, proofOfPage, readCode, SCHEME } from '../../../contract/entry.ts';
import { type App, startApp } from '../../../main/app/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { writePairingCode } from '../../../main/hosts/browser/one-time-codes.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { RENDERER } from '../../e2e/venue/screen.ts';
import { fileFolder } from '../../setup/parts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const dataDir = fileFolder();
let app: App;
let host: BrowserHost;
/** Offset of the sessions' clock, ms. */
let ahead = 0;
const start = (preferredPort: number) =>
  startBrowserHost({
    app: { ...app, time: { ...systemTime, wall: () => Date.now() + ahead } },
    rendererDir: RENDERER,
    dataDir,
    preferredPort,
  });
async function restart(port = host.port): Promise<void> {
  await host.close();
  host = await start(port);
}
beforeAll(async () => {
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
  app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  host = await start(0);
});
afterAll(async () => {
  await host.close();
  await app.close();
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

function link(ticket: string, headers: Record<string, string> = { origin: own() }): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/bridge`, ticket === '' ? [PROTOCOL] : [PROTOCOL, ticket], { headers });
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
const codeOf = (address: string) => keyOfCode(readCode(new URL(address).hash) ?? '');
/** Tries twice: the first try may use a connection that the host's restart closed. */
async function comeIn(keys: EntryKey[]): Promise<Entry> {
  const entry = await askIn(own(), keys);
  return entry.outcome === 'unreachable' ? askIn(own(), keys) : entry;
}
function admitted(entry: Entry): Extract<Entry, { outcome: 'in' }> {
  if (entry.outcome !== 'in') throw new Error(`Not let in: ${entry.outcome}.`);
  return entry;
}
const byCode = async () => admitted(await comeIn([codeOf(host.accessLink(MINUTE))]));

test('a code admits one page once; from then on the page has its own key, and no cookies are set', async () => {
  const code = codeOf(host.accessLink(MINUTE));
  const { ticket, keys, view } = admitted(await comeIn([code]));
  expect(view).toBe('counter');
  expect(await link(ticket)).toBe('open');
  expect(keys[0]?.secret).not.toBe(code.secret);
  expect(await comeIn([code])).toEqual({ outcome: 'refused', place: 'counter' });
  expect(admitted(await comeIn(keys)).view).toBe('counter');
  for (const path of ['/', '/challenge', '/authenticate', '/index.html'])
    expect((await ask(path)).headers['set-cookie'], path).toBeUndefined();
});

test('the code of a second start admits one page and its file is removed; an expired code admits none', async () => {
  const code = keyOfCode(readCode(writePairingCode(dataDir, MINUTE)) ?? '');
  const file = join(dataDir, 'ways-in', code.id);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await comeIn([code])).outcome).toBe('in');
  expect(existsSync(file)).toBe(false);
  expect((await comeIn([code])).outcome).toBe('refused');
  expect((await comeIn([keyOfCode(readCode(writePairingCode(dataDir, -1)) ?? '')])).outcome).toBe('refused');
  expect((await comeIn([codeOf(host.accessLink(-1))])).outcome).toBe('refused');
});

test("codes that other starts wrote stay valid whatever their file's time, and expired ones are removed", async () => {
  const over = keyOfCode(readCode(writePairingCode(dataDir, -1)) ?? '');
  const first = keyOfCode(readCode(writePairingCode(dataDir, MINUTE)) ?? '');
  const hoursAgo = new Date(Date.now() - 9 * 60 * MINUTE);
  utimesSync(join(dataDir, 'ways-in', first.id), hoursAgo, hoursAgo);
  const second = keyOfCode(readCode(writePairingCode(dataDir, MINUTE)) ?? '');
  expect(existsSync(join(dataDir, 'ways-in', over.id))).toBe(false);
  expect((await comeIn([first])).outcome).toBe('in');
  expect((await comeIn([second])).outcome).toBe('in');
});

test('without a valid key only the empty page is served, without any secret or order', async () => {
  expect((await ask('/')).body).toContain('<title>Tillbridge</title>');
  expect((await ask('/authenticate')).status).toBe(401);
  expect((await ask('/authenticate', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  expect((await comeIn([])).outcome).toBe('refused');
  expect((await comeIn([{ id: '0'.repeat(32), secret: '0'.repeat(64) }])).outcome).toBe('refused');
  expect((await ask('/', { method: 'POST' })).status).toBe(405);
});

test('sign-in data that someone intercepted admits no page: not replayed, as a ticket, or at another port', async () => {
  const { keys } = await byCode();
  const key = keys[0] as EntryKey;
  const { challenge } = JSON.parse((await ask('/challenge')).body) as { challenge: string };
  const asked = { id: key.id, host: `127.0.0.1:${host.port}`, challenge, nonce: 'a-word' };
  const authorization = [SCHEME, key.id, challenge, asked.nonce, proofOfPage(key.secret, asked)].join(' ');
  const first = await ask('/authenticate', { headers: { authorization } });
  expect(first.status).toBe(200);
  // Refused: the same proof again, anything intercepted used as a ticket, and a proof for another port.
  expect((await ask('/authenticate', { headers: { authorization } })).status).toBe(401);
  for (const heard of [key.id, challenge, asked.nonce, ...Object.values(JSON.parse(first.body) as Record<string, string>)])
    expect(await link(String(heard))).toBe('403');
  const again = (JSON.parse((await ask('/challenge')).body) as { challenge: string }).challenge;
  const elsewhere = { ...asked, challenge: again, host: '127.0.0.1:8740' };
  const forOther = [SCHEME, key.id, again, asked.nonce, proofOfPage(key.secret, elsewhere)].join(' ');
  expect((await ask('/authenticate', { headers: { authorization: forOther } })).status).toBe(401);
});

test('a key rotates with use; the old one is valid until the page has used the new one', async () => {
  const first = (await byCode()).keys;
  ahead = 0;
  const unchanged = admitted(await comeIn(first)).keys;
  expect(unchanged[0]?.secret).toBe(first[0]?.secret);
  await host.close();
  const file = join(dataDir, 'counter-sessions.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { turnedAt: number }[];
  writeFileSync(file, JSON.stringify(kept.map((session) => ({ ...session, turnedAt: session.turnedAt - 10 * MINUTE }))));
  host = await start(host.port);
  const second = admitted(await comeIn(first)).keys;
  expect(second[0]?.secret).not.toBe(first[0]?.secret);
  // The old key is still valid, as the answer with the new key might have been lost.
  expect((await comeIn(first)).outcome).toBe('in');
  expect((await comeIn(second.slice(0, 1))).outcome).toBe('in');
  expect((await comeIn(first)).outcome).toBe('refused');
});

test('a page unused for a week is no longer admitted', async () => {
  const { keys } = await byCode();
  ahead = 6 * DAY;
  expect((await comeIn(keys)).outcome).toBe('in');
  ahead += 8 * DAY;
  expect((await comeIn(keys)).outcome).toBe('refused');
  ahead = 0;
});

test('a page whose connection broke can return for a while; after that its key no longer admits it', async () => {
  const { port } = host;
  await host.close();
  host = await startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort: port, closedForMs: 50 });
  const { keys, ticket } = await byCode();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, [PROTOCOL, ticket], { headers: { origin: own() } });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.terminate();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const back = admitted(await comeIn(keys));
  expect(await link(back.ticket)).toBe('open');
  await expect.poll(async () => (await comeIn(keys)).outcome).toBe('refused');
});

test("a page's key is valid only at the port where it was given, also after the app used another port meanwhile", async () => {
  const { keys } = await byCode();
  const { port } = host;
  await restart(port);
  expect((await comeIn(keys)).outcome).toBe('in');
  await restart(0);
  expect(host.port).not.toBe(port);
  expect((await comeIn(keys)).outcome).toBe('refused');
  await restart(port);
  expect((await comeIn(keys)).outcome).toBe('in');
});

test('a DNS rebinding page is refused, with or without a ticket', async () => {
  const { ticket } = await byCode();
  for (const name of [
    'tillbridge.example.test',
    `tillbridge.example.test:${host.port}`,
    '127.0.0.1',
    `[::1]:${host.port}`,
    `localhost:${host.port}`,
  ]) {
    expect([name, (await ask('/', { headers: { host: name } })).status]).toEqual([name, 421]);
    expect([name, (await ask('/challenge', { headers: { host: name } })).status]).toEqual([name, 421]);
    expect([name, await link(ticket, { host: name, origin: `http://${name}` })]).toEqual([name, '403']);
  }
});

test("the WebSocket opens only for the app's page, once per ticket", async () => {
  const ticket = async () => (await byCode()).ticket;
  expect(await link(await ticket(), {})).toBe('403');
  expect(await link(await ticket(), { origin: 'https://example.test' })).toBe('403');
  expect(await link(await ticket(), { origin: 'null' })).toBe('403');
  expect(await link('0'.repeat(64))).toBe('403');
  const once = await ticket();
  expect(await link(once)).toBe('open');
  expect(await link(once)).toBe('403');
  // A page of another origin can't even ask, as browsers don't let it send the authorization header.
  expect((await ask('/authenticate', { method: 'OPTIONS' })).headers['access-control-allow-origin']).toBeUndefined();
});

test('every answer has the strictest content security policy that the page works with', async () => {
  for (const path of ['/', '/nothing', '/challenge', '/authenticate', '/../../etc/passwd', '/%2e%2e/settings.json']) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, ['/', '/challenge'].includes(path) ? 200 : path === '/authenticate' ? 401 : 404]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  }
});

test("only the map page may reach the tile service that is set, from its next opening; the app's page may not", async () => {
  const policyOf = async (path: string) => String((await ask(path)).headers['content-security-policy']);
  const [usual, none] = [await policyOf('/'), await policyOf('/map/index.html')];
  expect(none).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  expect(none).not.toMatch(/unsafe|\*|blob:|https?:|connect-src|img-src/);
  const worker = readdirSync(join(RENDERER, 'map')).find((name) => name.endsWith('.js'));
  const map = { tiles_url: 'https://Tiles.example.test:8443/{z}/{x}/{y}.png?key=1', attribution: 'Us', largest_zoom: null };
  expect(await app.call('settings.saveMap', { map })).toMatchObject({ ok: true });
  for (const path of ['/map/index.html', `/map/${worker}`]) {
    const policy = await policyOf(path);
    expect(policy.match(/https?:[^\s;]+/g)).toEqual(['https://tiles.example.test:8443', 'https://tiles.example.test:8443']);
    expect(policy.replace(/ img-src [^;]+; connect-src [^;]+;/, '')).toBe(none);
    // A cached map page would keep the policy it was cached with.
    expect((await ask(path)).headers['cache-control']).toBe('no-store');
  }
  expect(await policyOf('/')).toBe(usual);
  expect(await policyOf('/settings.json')).toBe(usual);
  await app.call('settings.saveMap', { map: { ...map, tiles_url: null } });
  expect(await policyOf('/map/index.html')).toBe(none);
});

test('a browser caches only files named by their content hash', async () => {
  const { body, headers } = await ask('/');
  expect(headers['cache-control']).toBe('no-store');
  const files = [...body.matchAll(/"\.(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
  expect(files.length).toBeGreaterThan(2);
  for (const path of files) {
    expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    const { status, headers } = await ask(path);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'max-age=31536000, immutable']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
  }
  const { status, headers: ofNothing } = await ask('/assets/nothing-12345678.js');
  expect([status, ofNothing['cache-control']]).toEqual([404, 'no-store']);
});

test('the browser host can be reached only from this computer, as it listens on loopback', async () => {
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
