/** Stations over real sockets: what they are sent and may do, and what strangers, other pages and stolen keys reach. */
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type CallInput, type CallName, RIGHTS, type Right, type Station } from '../../../contract/contract.ts';
import { AUTHENTICATE_PATH, askIn, BRIDGE_PATH, keyOfCode, PROTOCOL, readCode } from '../../../contract/entry.ts';
import { byKeys, links } from '../../../lab/faults/attacks/people/ways-in.ts';
import { comeIn, type Page } from '../../../lab/faults/attacks/watch/page.ts';
import { trustAuthority } from '../../../lab/faults/attacks/watch/trust-authority.ts';
import { createAccess } from '../../../main/features/access/access.ts';
import { BY_APP, type Caller } from '../../../main/features/caller.ts';
import { createStaff } from '../../../main/features/staff/staff.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { openVenue, until, type Venue } from '../../e2e/venue/venue.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

let venue: Venue;
let displays: { stop(): Promise<void> };
let there: string;
/** Orders of this venue and of the other one. */
let here: string;
let hidden: string;

beforeAll(async () => {
  const rendererDir = testFolder(afterAll);
  writeFileSync(join(rendererDir, 'index.html'), '<title>A page</title>');
  venue = await openVenue({ venue: { name: 'Harbour' }, alsoVenues: [{ name: 'Hillside' }] });
  there = venue.alsoVenueIds[0] ?? '';
  displays = keepDisplays({ app: venue.app(), rendererDir, dataDir: venue.dataDir });
  await venue.ask('displays.allow', { on: true });
  const guideUrl = await until('the authority', async () => {
    const answer = await venue.call('displays.pair', { view: 'station', name: 'First', ...ALL });
    return answer.ok ? answer.value.guideUrl : null;
  });
  await trustAuthority(guideUrl);
});
afterAll(async () => {
  await displays.stop();
  await venue.close();
});
beforeEach(async () => {
  here = (await venue.arrived('takeaway', { consumer_name: 'Canary Here' })).order_id;
  hidden = (await venue.arrived('takeaway', { consumer_name: 'Canary There' }, there)).order_id;
});

const realFetch = globalThis.fetch;
let made = 0;
const ALL: Omit<Station, 'view'> = { rights: [...RIGHTS], venues: null, zones: null, rings: true };
async function accessLink(over: Partial<Omit<Station, 'view'>> & { name?: string } = {}): Promise<string> {
  made += 1;
  const station: CallInput<'displays.pair'> = { view: 'station', name: `Station ${made}`, ...ALL, ...over };
  return until('a code', async () => {
    const answer = await venue.call('displays.pair', station);
    return answer.ok ? answer.value.url : null;
  });
}
const left = (page: Page): Page => {
  onTestFinished(() => page.leave());
  return page;
};
const paired = async (over: Parameters<typeof accessLink>[0] = {}): Promise<Page> => left(await comeIn(await accessLink(over)));
const only = (...rights: Right[]) => ({ rights });
const atHarbour = () => ({ venues: [venue.venueId] });
const refused = (code: string) => ({ ok: false, problem: { code } });
const tablets = async () => (await venue.ask('displays.list', {})).tablets;
const endOf = async (name: string) => venue.ask('displays.sendAway', { id: (await tablets()).find((one) => one.name === name)?.id ?? '' });
const shows = (page: Page, text: string) => until(text, () => page.heard.some((frame) => frame.includes(text)));

interface Reply {
  status: number;
  headers: Record<string, unknown>;
}
/** A request with any header, as programs send it. */
function ask(url: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    asking.once('error', reject).end();
  });
}

test('a recording of a station coming in gives no access and contains neither code nor key', async () => {
  const url = await accessLink();
  const { origin, hash } = new URL(url);
  const sent: string[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const answer = await realFetch(address, init);
    const text = await answer.clone().text();
    sent.push(`${address} ${JSON.stringify(init?.headers ?? {})} ${text}`);
    return answer;
  });
  const code = readCode(hash) ?? '';
  const entry = await askIn(origin, [keyOfCode(code)]);
  const again = await askIn(origin, entry.outcome === 'in' ? entry.keys : []);
  fetching.mockRestore();
  if (entry.outcome !== 'in' || again.outcome !== 'in') throw new Error('not let in');
  const recorded = sent.join('\n');
  for (const secret of [code, ...[...entry.keys, ...again.keys].map((key) => key.secret), entry.ticket, again.ticket])
    expect(recorded).not.toContain(secret);
  const headers = sent.flatMap((line) => (/"authorization":"([^"]+)"/.exec(line) ?? []).slice(1));
  expect(headers).toHaveLength(2);
  const [, id = '', , nonce = '', proof = ''] = headers[1]?.split(' ') ?? [];
  const { challenge } = (await (await fetch(`${origin}/challenge`)).json()) as { challenge: string };
  for (const authorization of [...headers, `Tillbridge ${id} ${challenge} ${nonce} ${proof}`])
    expect((await ask(origin + AUTHENTICATE_PATH, { headers: { authorization } })).status).toBe(401);
  expect(await byKeys(origin, [keyOfCode(code)])).toBe(false);
  // A ticket is seen in the request for the socket, which spends it.
  expect(await links(origin, [PROTOCOL, again.ticket])).toBe(true);
  expect(await links(origin, [PROTOCOL, again.ticket])).toBe(false);
});

test('guessing codes reaches nothing and leaves the real one valid', async () => {
  const url = await accessLink();
  const { origin, hash } = new URL(url);
  expect(hash).toMatch(/^#[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
  const tries = Array.from({ length: 40 }, (_, at) => byKeys(origin, [keyOfCode(at.toString(32).padStart(16, '0'))]));
  expect((await Promise.all(tries)).some(Boolean)).toBe(false);
  left(await comeIn(url));
});

test("another site's page can neither open the socket, call, frame the page, nor reach it under another name", async () => {
  const { origin, host, port } = new URL((await paired()).address);
  const fresh = async () => {
    const entry = await askIn(origin, [keyOfCode(readCode(new URL(await accessLink()).hash) ?? '')]);
    return entry.outcome === 'in' ? entry.ticket : '';
  };
  for (const foreign of ['http://evil.example', `http://${host.split(':')[0]}:1`, 'null', `http://${host}`]) {
    const socket = new WebSocket(`wss://${host}${BRIDGE_PATH}`, [PROTOCOL, await fresh()], { origin: foreign });
    expect(await new Promise((resolve) => socket.once('open', () => resolve(true)).once('error', () => resolve(false)))).toBe(false);
  }
  // A preflight finds no permission, so no other page can send the header.
  const preflight = await ask(origin + AUTHENTICATE_PATH, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-headers': 'authorization' },
  });
  expect(preflight.status).toBe(405);
  const page = await ask(`${origin}/`);
  for (const { headers } of [preflight, page, await ask(`${origin}/challenge`, { headers: { origin: 'http://evil.example' } })]) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'service-worker-allowed')).toEqual([]);
    expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  for (const name of ['evil.example', 'localhost', '0.0.0.0'])
    expect((await ask(`${origin}/challenge`, { headers: { host: `${name}:${port}` } })).status).toBe(421);
});

test('a copied key works until its station is ended at the counter, and older keys never', async () => {
  const page = await paired({ name: 'Stolen' });
  const { origin } = new URL(page.address);
  const copied = await comeIn(page.address, page.keys);
  await venue.later(61_000);
  const turned = await askIn(origin, page.keys);
  if (turned.outcome !== 'in') throw new Error('not let in');
  const next = await askIn(origin, turned.keys);
  if (next.outcome !== 'in') throw new Error('not let in');
  // The key that the page has replaced twice.
  const older = page.keys.filter(({ secret }) => next.keys.every((one) => one.secret !== secret));
  expect(older).toHaveLength(1);
  expect(await byKeys(origin, older)).toBe(false);
  await endOf('Stolen');
  await until('both to be cut off', () => !page.isOpen() && !copied.isOpen());
  const heard = [page.bytes(), copied.bytes()];
  await venue.arrived();
  expect([page.bytes(), copied.bytes()]).toEqual(heard);
  for (const keys of [page.keys, turned.keys, next.keys]) expect(await byKeys(origin, keys)).toBe(false);
  expect(await links(origin, [PROTOCOL, next.ticket])).toBe(false);
});

test('a name is one screen: it is refused while taken, and of two codes for it the later pairing replaces the earlier', async () => {
  const [one, other] = [await accessLink({ name: 'Counter 2' }), await accessLink({ name: 'COUNTER 2' })];
  const first = left(await comeIn(one));
  expect(await venue.call('displays.pair', { view: 'kitchen', name: 'counter 2' })).toMatchObject(refused('name-taken'));
  const second = left(await comeIn(other));
  await until('the end of the first', () => !first.isOpen());
  expect(await byKeys(new URL(first.address).origin, first.keys)).toBe(false);
  expect((await tablets()).map(({ name }) => name).filter((name) => /counter 2/i.test(name))).toEqual(['COUNTER 2']);
  expect(second.isOpen()).toBe(true);
  await endOf('COUNTER 2');
  expect(await venue.call('displays.pair', { view: 'kitchen', name: 'counter 2' })).toMatchObject({ ok: true });
});

test('one session cannot open endless sockets, and its flood leaves other stations alone', async () => {
  const thief = await paired();
  const other = await paired();
  const { origin, host } = new URL(thief.address);
  const opened: WebSocket[] = [];
  while (opened.length < 9) {
    const entry = await askIn(origin, thief.keys);
    if (entry.outcome !== 'in') throw new Error('not let in');
    const socket = new WebSocket(`wss://${host}${BRIDGE_PATH}`, [PROTOCOL, entry.ticket], { origin });
    const isOpen = await new Promise((resolve) => socket.once('open', () => resolve(true)).once('error', () => resolve(false)));
    if (isOpen) opened.push(socket);
  }
  onTestFinished(() => opened.forEach((socket) => void socket.terminate()));
  await until('the first two to end', () => !thief.isOpen() && opened[0]?.readyState === WebSocket.CLOSED);
  const strangers = Array.from({ length: 200 }, (_, at) => [
    ask(`${origin}/challenge`).catch(() => null),
    ask(origin + AUTHENTICATE_PATH, { headers: { authorization: `Tillbridge ${at} a.b.c d e` } }).catch(() => null),
  ]).flat();
  expect(await other.call('order.touch', { orderId: here })).toMatchObject({ ok: true });
  await Promise.all(strangers);
  expect(other.isOpen()).toBe(true);
});

test('a station of one venue is sent nothing of another, and does nothing there', async () => {
  const page = await paired(atHarbour());
  await shows(page, here);
  const received = page.heard.join('\n');
  for (const text of [hidden, there, 'Hillside', 'Canary There']) expect(received).not.toContain(text);
  const tries: [CallName, object][] = [
    ['order.touch', { orderId: hidden }],
    ['order.detail', { orderId: hidden }],
    ['order.accept', { orderId: hidden, extraMinutes: null }],
    ['menu.ofOrder', { orderId: hidden }],
    ['print.again', { orderId: hidden, document: 'kitchen-ticket', part: null, printerId: null }],
    ['kitchen.prioritize', { orderId: hidden, on: true }],
    ['menu.get', { venueId: there, language: 'en' }],
    ['sale.pause', { venueId: there, end: { until: 'changed' }, reason: '' }],
    ['sale.hours', { venueId: there }],
    ['kitchen.recent', { station: null }],
    ['history.missedToday', {}],
    ['history.order', { orderId: here }],
    ['sound.pause', { minutes: 60 }],
  ];
  for (const [name, input] of tries)
    expect(await page.call(name, input), name).toMatchObject(
      refused('orderId' in input && input.orderId === hidden ? 'changed-meanwhile' : 'not-its-right'),
    );
  // Fields of another call are no way around.
  const both = `{"id":ID,"call":"order.detail","input":{"orderId":"${hidden}","venueId":"${venue.venueId}","__proto__":{"orderId":"${here}"}}}`;
  expect(await page.callRaw(both)).toMatchObject(refused('changed-meanwhile'));
  expect(await page.callRaw(`{"id":ID,"call":"order.touch","input":{"orderId":"${here}"},"call":"order.reject"}`)).toMatchObject(
    refused('bad-input'),
  );
  const unknown = await page.call('order.touch', { orderId: '__proto__' });
  expect(unknown).toEqual(await page.call('order.touch', { orderId: hidden }));
  expect(venue.card(hidden).pending).toBeNull();
  expect(venue.state().app.app?.soundPausedUntil).toBeNull();
});

test('a station is sent nothing of the settings, and its cards offer only what it may do', async () => {
  venue.app().raiseNotice('displays-port', 'info', 'Canary of the settings', '');
  onTestFinished(() => venue.app().clearNotice('displays-port'));
  const page = await paired({ ...only('ready'), zones: ['new'] });
  await shows(page, here);
  const snapshot = JSON.parse(page.heard.find((frame) => frame.startsWith('{"push":"snapshot"')) ?? '{}').state;
  const state = venue.state();
  expect(snapshot.orders[here].actions).toEqual([]);
  expect(state.orders[here]?.actions.length).toBeGreaterThan(0);
  const received = page.heard.join('\n');
  for (const address of [
    ...(state.app.app?.intake ?? []).flatMap((source) => source.address ?? []),
    ...(state.app.app?.addresses ?? []).map(({ address: one }) => one),
    ...Object.values(state.printers).map((printer) => printer.address),
    'Canary of the settings',
  ])
    expect(received).not.toContain(address);
  await venue.bringTo(here, 'preparing');
  await until('its card to leave', () => page.heard.some((frame) => frame.includes(`"id":"${here}","value":null`)));
  // It left this station's columns during the tap.
  expect(await page.call('order.ready', { orderId: here })).toMatchObject(refused('changed-meanwhile'));
});

test('a station with one right does nothing that needs another', async () => {
  const page = await paired(only('answer'));
  await shows(page, here);
  const operation = { operation: 'refund-basket', amount: 100, reason: 'Cold', vat: 0 };
  const tries: [string, object][] = [
    ['order.ready', { orderId: here }],
    ['order.operate', { orderId: here, requestId: 'a-request-of-mine', operation }],
    ['order.uploadDocument', { orderId: here, type: 'INVOICE', base64: '' }],
    ['print.again', { orderId: here, document: 'kitchen-ticket', part: null, printerId: null }],
    ['settings.get', {}],
    ['displays.list', {}],
    ['access.enter', { pin: '1234' }],
    ['history.search', { typed: '', before: null }],
  ];
  for (const [name, input] of tries) expect(await page.call(name, input), name).toMatchObject(refused('not-its-right'));
  for (const name of ['__proto__', 'constructor', 'counter.accessCode', 'no.call'])
    expect((await page.call(name, {}))?.ok, name).toBe(false);
  expect(await page.call('order.accept', { orderId: here, extraMinutes: 0 })).toMatchObject({ ok: true });
});

test('each call is answered, whatever its name, also above the limit', async () => {
  const page = await paired();
  const answers = await Promise.all(Array.from({ length: 60 }, () => page.call('', {})));
  expect(answers.filter((answer) => answer?.ok === false)).toHaveLength(60);
});

test('staff sign in at one connection of a station and not at another of the same session', async () => {
  const page = await paired({ name: 'Pass' });
  await nameStaff();
  const copy = left(await comeIn(page.address, page.keys));
  await shows(page, here);
  expect(await page.call('staff.signIn', { id: 'ana', pin: '2468' })).toMatchObject({ ok: true });
  expect(await copy.call('order.accept', { orderId: here, extraMinutes: 0 })).toMatchObject(refused('nobody-signed-in'));
  expect(await page.call('order.accept', { orderId: here, extraMinutes: 0 })).toMatchObject({ ok: true });
  const { timeline } = await venue.ask('history.order', { orderId: here });
  expect(timeline.flatMap(({ by }) => by ?? [])).toContain('Ana (Pass)');
});

test('wrong PINs at a station count with those at the counter', async () => {
  const page = await paired();
  const counter = await nameStaff();
  for (let at = 0; at < 2; at += 1) {
    expect(await page.call('staff.signIn', { id: 'ana', pin: '0000' })).toMatchObject(refused('wrong-pin'));
    expect(await counter('staff.signIn', { id: 'ana', pin: '0000' })).toMatchObject(refused('wrong-pin'));
  }
  for (const answer of [page.call('staff.signIn', { id: 'ana', pin: '2468' }), counter('staff.signIn', { id: 'ana', pin: '2468' })])
    expect(await answer).toMatchObject(refused('wait'));
});

test("a station's calls don't keep the manager's part open, those of the counter do", async () => {
  const time = testTime();
  const access = createAccess({
    secrets: { pin: async () => null, setPin: async () => undefined, isClientSecret: async () => false },
    store: testStore(testFolder()),
    time,
    onChange: () => undefined,
    onGone: () => undefined,
    onUnread: () => undefined,
  });
  onTestFinished(() => access[Symbol.dispose]());
  const settings = { get: () => ({ staff: { on: false } }) };
  const staff = createStaff({ settings, access } as unknown as Parameters<typeof createStaff>[0]);
  const report = { span: { firstDay: '2026-03-01', lastDay: '2026-03-02' }, against: null };
  const station: Station = { view: 'station', ...ALL, ...only('reports') };
  const atStation: Caller = { screen: null, paired: { kind: 'station', name: 'Office', station, shows: () => null } };
  const code = (caller: Caller) => staff.refusal('history.report', report, caller)?.code;
  await access.looked;
  await access.setPin('4711');
  const open: unknown[] = [];
  for (const caller of [atStation, BY_APP, atStation, atStation]) {
    await time.advance(6 * 60_000);
    open.push(code(caller));
  }
  expect(open).toEqual([undefined, 'manager-only', 'manager-only', 'manager-only']);
  await access.setPin('4711');
  for (const caller of [BY_APP, BY_APP, atStation]) {
    await time.advance(6 * 60_000);
    expect(code(caller)).toBeUndefined();
  }
});

test('a station with the right to reports gets one, although it is the heaviest call', async () => {
  const page = await paired(only('reports'));
  const span = { firstDay: '2026-03-01', lastDay: '2026-03-01' };
  await until('a report', async () => (await page.call('history.report', { span, against: null }))?.ok);
});

/** Returns the calls of a main screen where staff can sign in. */
async function nameStaff() {
  const watching = venue.app().watch(
    () => undefined,
    () => undefined,
  );
  const counter = async (name: CallName, input: object) => (await venue.app().call(name, input, watching)) as { ok: boolean };
  const done = async (name: CallName, input: object) => expect(await counter(name, input), name).toMatchObject({ ok: true });
  await done('staff.save', { id: 'caro', name: 'Caro', role: 'manager', badge: 'badge-0815-caro' });
  await done('staff.save', { id: 'ana', name: 'Ana', role: 'staff', pin: '2468' });
  await done('settings.saveStaff', { staff: { on: true } });
  onTestFinished(async () => {
    await done('staff.scan', { code: 'badge-0815-caro' });
    await done('settings.saveStaff', { staff: { on: false } });
    for (const id of ['ana', 'caro']) await done('staff.remove', { id });
    watching.leave();
  });
  return counter;
}
