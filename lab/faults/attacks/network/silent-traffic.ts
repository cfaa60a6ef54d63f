/** An attacker's process that holds idle or incomplete connections, and replaces closed ones. Its argument is a SilentTraffic. */
import { connect, type Socket } from 'node:net';

export interface SilentTraffic {
  port: number;
  /** Held at once. */
  connections: number;
  /** Duration of the whole attack, ms. */
  forMs: number;
}

export interface SilentReport {
  opened: number;
  most: number;
}

/** What each connection sends before it falls silent. */
const SENT = [
  '',
  'P',
  'POST /notifications HTTP/1.1\r\nHost: x\r\nX: ',
  'POST /notifications HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
  'POST /notifications HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
];
const OPEN_AT_ONCE = 20;
const OPEN_EVERY_MS = 5;
/** Pause before a closed connection is replaced. */
const AGAIN_MS = 5_000;
const DRIP_MS = 1_000;

const { port, connections, forMs } = JSON.parse(process.argv[2] ?? '') as SilentTraffic;
const open = new Set<Socket>();
let opened = 0;
let most = 0;
let taken = 0;
let stopped = false;

function openOne(): void {
  opened += 1;
  taken += 1;
  const socket = connect({ port, host: '127.0.0.1' });
  const words = SENT[opened % SENT.length] ?? '';
  socket.once('connect', () => {
    open.add(socket);
    most = Math.max(most, open.size);
    if (words !== '') socket.write(words);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    open.delete(socket);
    setTimeout(() => {
      taken -= 1;
    }, AGAIN_MS);
  });
  socket.resume();
}

const opening = setInterval(() => {
  for (let more = 0; more < OPEN_AT_ONCE && !stopped && taken < connections; more += 1) openOne();
}, OPEN_EVERY_MS);
// A quarter of the connections send a byte a second.
const dripping = setInterval(() => {
  let place = 0;
  for (const socket of open) if ((place++ & 3) === 0) socket.write('x');
}, DRIP_MS);

await new Promise((resolve) => setTimeout(resolve, forMs));
stopped = true;
clearInterval(opening);
clearInterval(dripping);
for (const socket of open) socket.destroy();
process.send?.({ report: { opened, most } satisfies SilentReport }, () => process.exit());
