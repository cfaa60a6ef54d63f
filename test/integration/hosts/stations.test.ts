/** Paired screens over https, with the venue's own certificate authority: real sockets, a real app. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { CallInput, CallName, CallOutput } from '../../../contract/contract.ts';
import {
  AUTHENTICATE_PATH,
  type AuthChallenge,
  type Authentication,
  BRIDGE_PATH,
  CHALLENGE_PATH,
  type EntryKey,
  keyOfCode,
  nextSecret,
  PROTOCOL,
  proofOfPage,
  readCode,
  SCHEME,
  ticketOf,
} from '../../../contract/entry.ts';
import { message } from '../../../contract/message.ts';
import { type App, startApp } from '../../../main/app/app.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { until } from '../../e2e/venue/venue.ts';
import { closing, testFolder } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';

const DAY_MS = 24 * 3_600_000;
const NETWORK = '192.168.1.5';

let app: App;
let time: ReturnType<typeof runningTime>;
let dataDir: string;
let addresses: string[];
let displays: { stop(): Promise<void> };
/** What the vault answers instead. */
let vaultTrouble: { code: string; text: ReturnType<typeof message> } | null;

beforeEach(async () => {
  dataDir = testFolder();
  addresses = ['127.0.0.1'];
  vaultTrouble = null;
  time = runningTime();
  await start(0, 0);
});
afterEach(() => displays.stop());

async function start(displaysPort: number, stationsPort: number): Promise<void> {
  const counter = { port: 0, displays: true, displays_port: displaysPort, stations_port: stationsPort };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter }));
  app = closing(await startApp({ dataDir, log: 'silent', vault: 'file', time }));
  displays = serve();
}
async function restart(displaysPort: number, stationsPort: number): Promise<void> {
  await displays.stop();
  await app.close();
  await start(displaysPort, stationsPort);
}

function serve() {
  const rendererDir = testFolder();
  writeFileSync(join(rendererDir, 'index.html'), 'the page');
  const withVault: App['displays']['withVault'] = async (work) =>
    vaultTrouble ? { ok: false, problem: vaultTrouble } : app.displays.withVault(work);
  return keepDisplays({ app: { ...app, displays: { ...app.displays, withVault } }, rendererDir, dataDir, addresses: () => addresses });
}

async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N> | null> {
  const answer = await app.call(name, input);
  return answer.ok ? (answer.value as CallOutput<N>) : null;
}
const list = async () => (await ask('displays.list', {})) as CallOutput<'displays.list'>;
const STATION = { view: 'station', name: 'Counter 2', rights: ['answer'], venues: null, zones: null, rings: true } as const;
const station = () => until('a code', () => ask('displays.pair', { ...STATION, rights: ['answer'] }));
const kitchen = () => until('a code', () => ask('displays.pair', { view: 'kitchen', name: 'Pass', station: null }));

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** `ca`: the only authority trusted. */
function get(address: string, { ca, ...headers }: { ca?: string; authorization?: string; host?: string } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const send = address.startsWith('https') ? secureRequest : plainRequest;
    send(address, { ...(ca === undefined ? {} : { ca }), headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

/** The authority as a tablet gets it. */
async function authorityAt(guideUrl: string | null): Promise<string> {
  const { body } = await get(new URL('/authority.crt', guideUrl ?? '').href);
  return new X509Certificate(body).toString();
}

interface Entered {
  view: string;
  ticket: string;
  /** Of the session that a code began. */
  key: EntryKey;
}
/** Authenticates as the page does. Null if refused. */
async function enter(origin: string, by: string | EntryKey, ca?: string): Promise<Entered | null> {
  const trust = ca === undefined ? {} : { ca };
  const { challenge } = JSON.parse((await get(origin + CHALLENGE_PATH, trust)).body.toString()) as { challenge: string };
  const { id, secret } = typeof by === 'string' ? keyOfCode(readCode(by) ?? '') : by;
  const asked: AuthChallenge = { id, host: new URL(origin).host, challenge, nonce: randomBytes(16).toString('hex') };
  const authorization = [SCHEME, id, challenge, asked.nonce, proofOfPage(secret, asked)].join(' ');
  const { status, body } = await get(origin + AUTHENTICATE_PATH, { ...trust, authorization });
  if (status !== 200) return null;
  const { view, session } = JSON.parse(body.toString()) as Authentication;
  return { view, ticket: ticketOf(secret, asked), key: { id: session, secret: nextSecret(secret, asked) } };
}

/** The first frames over a WebSocket; null if it's refused. */
async function joined(origin: string, ticket: string, given: { ca: string; from: string }): Promise<string | null> {
  const socket = new WebSocket(origin.replace('https', 'wss') + BRIDGE_PATH, [PROTOCOL, ticket], { ca: given.ca, origin: given.from });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('message', (data) => String(data).includes('"snapshot"') && resolve(String(data)));
    socket.on('error', () => resolve(null));
  });
}

/** The certificate that a new connection gets. */
async function presented(port: number): Promise<X509Certificate> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (!certificate) throw new Error('The server has no certificate.');
  return certificate;
}
const portOf = (url: string): number => Number(new URL(url).port);

test('a station pairs over https with the authority that its guide gives, and gets its snapshot', async () => {
  const { url, code, guideUrl } = await station();
  const { origin, hash } = new URL(url);
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:/);
  expect(hash).toBe(`#${code}`);
  const ca = await authorityAt(guideUrl);
  expect((await get(origin, { ca })).body.toString()).toBe('the page');
  await expect(get(origin)).rejects.toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  const way = await enter(origin, code, ca);
  expect(way?.view).toBe('station');
  expect(await joined(origin, way?.ticket ?? '', { ca, from: origin })).toContain('"state"');
  expect(await enter(origin, code, ca)).toBe(null);
});

test("an unattended computer's opening check names the connected station", async () => {
  await ask('settings.saveCounter', { counter: { unattended: true } });
  const check = async () => (await ask('selfTest.run', {}))?.steps.find(({ id }) => id === 'ringing');
  const { url, code, guideUrl } = await station();
  const { origin } = new URL(url);
  const ca = await authorityAt(guideUrl);
  expect(await check()).toMatchObject({ ok: false });
  const way = await enter(origin, code, ca);
  await joined(origin, way?.ticket ?? '', { ca, from: origin });
  expect(await check()).toMatchObject({ ok: true, text: message('selfTest.ringingHere', { names: 'Counter 2' }) });
});

test('a page of the plain port opens no WebSocket of the https one', async () => {
  const { url, code, guideUrl } = await station();
  const { origin } = new URL(url);
  const ca = await authorityAt(guideUrl);
  const way = await enter(origin, code, ca);
  expect(await joined(origin, way?.ticket ?? '', { ca, from: origin.replace('https', 'http') })).toBe(null);
});

test("the plain port refuses a station's code and doesn't spend it", async () => {
  const { url, code, guideUrl } = await station();
  const ca = await authorityAt(guideUrl);
  const plain = new URL(guideUrl ?? '').origin;
  expect(await enter(plain, code)).toBe(null);
  expect((await enter(new URL(url).origin, code, ca))?.view).toBe('station');
  const display = await kitchen();
  expect(display.guideUrl).toBe(null);
  expect((await enter(new URL(display.url).origin, display.code))?.view).toBe('kitchen');
});

test('sessions of both ports outlive a restart at the same ports', async () => {
  await restart(await freePort(), await freePort());
  const at = await station();
  const ca = await authorityAt(at.guideUrl);
  await enter(new URL(at.url).origin, at.code, ca);
  const display = await kitchen();
  await enter(new URL(display.url).origin, display.code);
  const { authority } = await list();
  await displays.stop();
  displays = serve();
  await station();
  expect((await list()).tablets.map(({ name }) => name).sort()).toEqual(['Counter 2', 'Pass']);
  expect((await list()).authority).toEqual(authority);
});

test("a station's session isn't accepted over plain HTTP, even at the port where it was paired", async () => {
  const [plain, secure] = [await freePort(), await freePort()];
  await restart(plain, secure);
  const { url, code, guideUrl } = await station();
  const ca = await authorityAt(guideUrl);
  const { origin } = new URL(url);
  const way = await enter(origin, code, ca);
  if (!way) throw new Error('The station did not pair.');
  await restart(secure, plain);
  await station();
  expect((await list()).tablets.map(({ name }) => name)).toEqual(['Counter 2']);
  expect(await enter(origin.replace('https', 'http'), way.key)).toBe(null);
  await restart(plain, secure);
  await station();
  expect((await enter(origin, way.key, ca))?.view).toBe('station');
});

test('the server gets a new certificate when the addresses change, and before the old one ends', async () => {
  const port = portOf((await station()).url);
  const before = await presented(port);
  await time.advance(10_000);
  expect((await presented(port)).fingerprint256).toBe(before.fingerprint256);
  addresses = ['127.0.0.1', NETWORK, '192.0.2.1'];
  await time.advance(10_000);
  const changed = await presented(port);
  expect(changed.subjectAltName).toBe(`IP Address:127.0.0.1, IP Address:${NETWORK}`);
  expect(new URL((await station()).url).hostname).toBe(NETWORK);
  time.setWall(time.wall() + 370 * DAY_MS);
  await time.advance(10_000);
  const late = await presented(port);
  expect(late.validToDate.getTime() - changed.validToDate.getTime()).toBeGreaterThan(300 * DAY_MS);
  time.setWall(time.wall() - 370 * DAY_MS);
  await time.advance(10_000);
  expect((await presented(port)).validFromDate.getTime()).toBeLessThan(time.wall());
});

test("without the vault's answer displays go on, stations say why, and are served once it answers", async () => {
  await displays.stop();
  vaultTrouble = { code: 'vault', text: message('keychain.opening') };
  displays = serve();
  const { url, code } = await kitchen();
  expect((await enter(new URL(url).origin, code))?.view).toBe('kitchen');
  await until('the trouble', async () => (await list()).stationTrouble);
  expect(await list()).toMatchObject({ stationTrouble: vaultTrouble, trouble: null, authority: null });
  expect(await app.call('displays.pair', STATION)).toEqual({ ok: false, problem: vaultTrouble });
  vaultTrouble = null;
  await time.advance(5_000);
  await station();
  expect((await list()).stationTrouble).toBe(null);
});

test('a taken port for stations is shown, and displays go on', async () => {
  const taken = createServer().listen(0, '0.0.0.0');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await restart(0, port);
  await kitchen();
  await until('the trouble', async () => (await list()).stationTrouble);
  expect((await list()).stationTrouble).toMatchObject({ code: 'port-taken', text: { values: { port } } });
  taken.close();
  await once(taken, 'close');
  await time.advance(5_000);
  expect(portOf((await station()).url)).toBe(port);
});

test('the guide has the authority in both forms and no code, and may ask only the https address', async () => {
  const { url, code, guideUrl, guideQr } = await station();
  expect(guideQr).toMatch(/^data:image/);
  const { authority } = await list();
  const guide = await get(guideUrl ?? '');
  const page = guide.body.toString();
  expect((guideUrl ?? '') + page).not.toContain(code);
  expect(guide.headers['content-security-policy']).toContain(`default-src 'none'`);
  expect(guide.headers['content-security-policy']).toContain(`connect-src ${new URL(url).origin};`);
  const at = (path: string) => get(new URL(path, guideUrl ?? '').href);
  const certificate = await at('/authority.crt');
  expect(certificate.headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(new X509Certificate(certificate.body).fingerprint256.replaceAll(':', ' ')).toBe(authority?.fingerprint);
  const profile = await at('/authority.mobileconfig');
  expect(profile.headers['content-type']).toBe('application/x-apple-aspen-config');
  expect(profile.body.toString()).toContain(`<data>${certificate.body.toString('base64')}</data>`);
  expect((await get(guideUrl ?? '', { host: 'foreign.example' })).status).toBe(421);
});

test('another origin may ask over https only whether the authority is trusted', async () => {
  const { url, guideUrl } = await station();
  const ca = await authorityAt(guideUrl);
  const resources = async (path: string) => (await get(new URL(path, url).href, { ca })).headers['cross-origin-resource-policy'];
  expect(await resources('/trusted')).toBe('cross-origin');
  for (const path of ['/', CHALLENGE_PATH, '/authority.crt']) expect(await resources(path)).toBe('same-origin');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
