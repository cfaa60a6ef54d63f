/** An attacker's process: arbitrary bytes to one port, and resets at any moment. Its argument is a RawTraffic. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { askIn, type EntryKey, PROTOCOL, SCHEME } from '../../../../contract/entry.ts';
import { type Chance, chanceOf } from '../../seeded.ts';

export interface RawTraffic {
  port: number;
  tries: number;
  seed: number;
  /** Keys of an admitted page, for attempts with a ticket. */
  keys: EntryKey[] | null;
  path: string;
  /** In every body: must never be in the database. */
  mark: string;
  atOnce: number;
}

export interface RawReport {
  sent: number;
  /** Connections by response status; `cut` without one. */
  ends: Record<string, number>;
}

const PATIENCE_MS = 150;
/** Pause after a refused connection. */
const REFUSED_PAUSE_MS = 50;

const given = JSON.parse(process.argv[2] ?? '') as RawTraffic;
const chance = chanceOf(given.seed);
const ends: Record<string, number> = {};
let begun = 0;
/** Each ticket opens one link, once. */
const tickets: string[] = [];
const MOST_TICKETS = 3;
const TICKET_EVERY_MS = 25;

async function fetchTickets(keys: EntryKey[]): Promise<void> {
  while (begun < given.tries) {
    const entry = tickets.length < MOST_TICKETS ? await askIn(`http://${own()}`, keys) : null;
    if (entry?.outcome === 'in') {
      keys = entry.keys;
      tickets.push(entry.ticket);
    }
    await pause(TICKET_EVERY_MS);
  }
}

async function lane(): Promise<void> {
  while (begun < given.tries) {
    begun += 1;
    const end = await attempt(chance);
    ends[end] = (ends[end] ?? 0) + 1;
    if (begun % 1_000 === 0) process.send?.({ begun });
    if (end === 'ECONNREFUSED') await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
  }
}

function attempt(chance: Chance): Promise<string> {
  const bytes = choose(chance);
  const tear = chance.below(6);
  return new Promise((resolve) => {
    const socket = connect({ port: given.port, host: '127.0.0.1' });
    let answer = '';
    const limit = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      answer ||= error.code ?? 'error';
    });
    socket.on('data', (data) => {
      answer ||= String(data).slice(9, 12);
      // Reset during the answer.
      if (tear === 1) socket.resetAndDestroy();
      else if (tear !== 2) socket.end();
    });
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(answer || 'cut');
    });
    socket.on('connect', () => send(socket, bytes, tear, chance));
  });
}

function send(socket: Socket, bytes: Buffer, tear: number, chance: Chance): void {
  const half = bytes.subarray(0, chance.below(bytes.length + 1));
  if (tear === 3) {
    // Broken off at any byte.
    socket.write(half, () => socket.resetAndDestroy());
  } else if (tear === 4) {
    // Complete, but reset before the answer.
    socket.write(bytes, () => socket.resetAndDestroy());
  } else if (tear === 5) {
    socket.write(half);
    setImmediate(() => socket.write(bytes.subarray(half.length), () => chance.below(2) === 0 && socket.end()));
  } else socket.write(bytes);
}

function choose(chance: Chance): Buffer {
  const upgrade = chance.below(3) === 0;
  if (chance.below(12) === 0) return noHttp(chance);
  if (upgrade) return Buffer.concat([Buffer.from(upgradeRequest(chance), 'latin1'), frames(chance)]);
  const many = chance.below(20) === 0 ? 1 + chance.below(60) : 1;
  return Buffer.from(Array.from({ length: many }, () => request(chance)).join(''), 'latin1');
}

const own = (): string => `127.0.0.1:${given.port}`;

function target(chance: Chance): string {
  const odd = [
    ...['//', '///', '//@', '//[', '//\\', '/\\', '*', '?', '#', ''],
    ...['/%', '/%zz', '/%00', '/%ff%fe', '/?key=%', '/?key=', '/?code=', '/?key[]=1&key=2'],
    ...['http://', 'http:///', 'http://[', 'http://[::1]/', 'http://%/', 'http://a:b@c:99999/', `http://${own()}/`, `http://${own()}//`],
    ...['https://example.test/notifications', 'file:///etc/passwd', 'javascript:1', '127.0.0.1:1'],
    ...['/../../etc/passwd', '/..%2f..%2f', '/__proto__', '/constructor', '/toString?key=hasOwnProperty'],
    ...[`/${'a'.repeat(chance.below(9_000))}`, `/?${'a=b&'.repeat(chance.below(2_000))}`],
    ...[given.path, given.path, `${given.path}/deliveries`, `${given.path}?code=stolen-${chance.below(1e6)}`],
    ...['/challenge', '/authenticate', '/authenticate'],
  ];
  return chance.pick(odd);
}

function hostOf(chance: Chance): string {
  return chance.below(3) > 0
    ? `Host: ${own()}\r\n`
    : chance.pick([
        '',
        'Host:\r\n',
        ...['[', ']:x', ':', 'a b', 'h'.repeat(5_000), '\xff\xfe', '127.0.0.1:99999999999', '__proto__'].map((host) => `Host: ${host}\r\n`),
        `Host: ${own()}\r\nHost: example.test\r\n`,
      ]);
}

/** Authorization with invented proofs, and cookies, which the app doesn't use. */
function claimOf(chance: Chance): string {
  const id = given.keys?.[0]?.id ?? 'f'.repeat(32);
  const proof = 'a'.repeat(64);
  return chance.pick([
    '',
    `Authorization: ${SCHEME} ${id} ${Date.now().toString(36)}.${'c'.repeat(16)}.${'s'.repeat(43)} ${'0'.repeat(32)} ${proof}\r\n`,
    `Authorization: ${SCHEME} ${id}\r\n`,
    `Authorization: ${SCHEME}${' '.repeat(5_000)}\r\n`,
    `Authorization: ${SCHEME} __proto__ .. ${'\xe9'.repeat(64)} ${proof} ${proof}\r\n`,
    `Authorization: ${SCHEME} ${`${proof} `.repeat(150)}\r\n`,
    'Authorization:\r\n',
    'Authorization: Basic %E0%A4%A\r\n',
    `Cookie: tillbridge-${given.port}==;__proto__=b\r\n`,
    `Cookie: ${'x=y; '.repeat(1_500)}\r\n`,
  ]);
}

function protocolOf(chance: Chance): string {
  return chance.pick([
    () => `Sec-WebSocket-Protocol: ${PROTOCOL}, ${tickets.pop() ?? 'a'.repeat(64)}`,
    () => `Sec-WebSocket-Protocol: ${PROTOCOL}, ${tickets.pop() ?? 'a'.repeat(64)}`,
    () => `Sec-WebSocket-Protocol: ${PROTOCOL}, ${'a'.repeat(64)}`,
    () => `Sec-WebSocket-Protocol: ${PROTOCOL}, __proto__`,
    () => 'Sec-WebSocket-Extensions: permessage-deflate; x="',
    () => 'Sec-WebSocket-Protocol: a,,a',
    () => '',
  ])();
}

function request(chance: Chance): string {
  const method = chance.pick(['GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'GE T', '\xff']);
  const version = chance.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'HTTP/1.1\r', '']);
  const body = `{"mark":"${given.mark}","order":{"id":"${given.mark}"}}`;
  const more = chance.pick([
    '',
    '',
    ...[body.length, chance.below(100_000), -1, '18446744073709551616'].map((length) => `Content-Length: ${length}\r\n`),
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n',
    'Transfer-Encoding: gzip, identity\r\n',
    'Expect: 100-continue\r\nContent-Length: 10\r\n',
    'Expect: the-impossible\r\n',
    'Connection: close, keep-alive, upgrade\r\n',
    `Service-Signature: ${'0'.repeat(64)}\r\nContent-Length: ${body.length}\r\n`,
    `Service-Signature: ${'\xff'.repeat(64)}\r\n`,
    `X: ${'x'.repeat(chance.below(20_000))}\r\n`,
    `${'A: b\r\n'.repeat(chance.below(2_500))}`,
    ' folded\r\n: nothing\r\n',
    'Bad Name: x\r\n',
  ]);
  const chunked = more.includes('chunked')
    ? chance.pick(['5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', 'ffffffffff\r\n', '5;x="', '0\r\nT: x\r\n\r\n'])
    : body;
  return `${method} ${target(chance)} ${version}\r\n${hostOf(chance)}${claimOf(chance)}${more}\r\n${chunked}`;
}

function upgradeRequest(chance: Chance): string {
  const key = chance.pick([randomBytes(16).toString('base64'), 'short', '', '\xff\xff', 'x'.repeat(500)]);
  return [
    `${chance.pick(['GET', 'GET', 'GET', 'POST'])} ${chance.pick(['/bridge', '/bridge', '/bridge', '/', '//', target(chance)])} HTTP/1.1`,
    hostOf(chance).trimEnd(),
    `Upgrade: ${chance.pick(['websocket', 'websocket', 'h2c', 'WebSocket, x', ''])}`,
    `Connection: ${chance.pick(['Upgrade', 'upgrade, keep-alive', 'close, upgrade'])}`,
    `Origin: ${chance.pick([`http://${own()}`, `http://${own()}`, 'null', 'http://[', ''])}`,
    claimOf(chance).trimEnd(),
    `Sec-WebSocket-Version: ${chance.pick(['13', '13', '13', '8', '0', 'x'])}`,
    `Sec-WebSocket-Key: ${key}`,
    protocolOf(chance),
    '',
    '',
  ]
    .filter((line, place, lines) => line !== '' || place >= lines.length - 2)
    .join('\r\n');
}

function frames(chance: Chance): Buffer {
  const one = (): Buffer => {
    const payload = Buffer.from(
      chance.pick([
        ...['', '{}', 'null', '[]', '\xff\xfe\xfd'],
        '{"id":1,"call":"__proto__","input":{}}',
        '{"id":1e999,"call":"constructor"}',
        '{"id":1,"call":"order.touch","input":{"orderId":{"toString":null}}}',
        `{"id":2,"call":"state.snapshot","input":${'['.repeat(chance.below(3_000))}`,
        `{"id":3,"call":"order.accept","input":{"__proto__":1}}`,
      ]),
      'latin1',
    );
    const mask = randomBytes(4);
    const opcode = chance.below(16);
    const first = (chance.below(4) > 0 ? 0x80 : 0) | (chance.below(8) === 0 ? 0x70 : 0) | opcode;
    const masked = chance.below(6) > 0;
    const claimed = chance.below(10) === 0 ? 127 : Math.min(payload.length, 126);
    const length =
      claimed === 127
        ? Buffer.from([0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
        : claimed === 126
          ? Buffer.from([payload.length >> 8, payload.length & 255])
          : Buffer.alloc(0);
    const body = masked ? Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))) : payload;
    return Buffer.concat([Buffer.from([first, (masked ? 0x80 : 0) | claimed]), length, masked ? mask : Buffer.alloc(0), body]);
  };
  return Buffer.concat(Array.from({ length: chance.below(4) }, one));
}

function noHttp(chance: Chance): Buffer {
  return chance.pick([
    () => randomBytes(chance.below(2_000)),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => Buffer.from('GET /\r\n'),
    () => Buffer.from('\r\n'.repeat(chance.below(5_000))),
    () => Buffer.alloc(chance.below(40_000), 0x41),
    () => Buffer.alloc(0),
    () => Buffer.alloc(chance.below(1_000)),
  ])();
}

if (given.keys) void fetchTickets(given.keys);
await Promise.all(Array.from({ length: given.atOnce }, lane));
process.send?.({ report: { sent: begun, ends } satisfies RawReport }, () => process.exit());
