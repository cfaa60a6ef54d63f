/** An attacker's process that opens idle or incomplete connections, and replaces each closed one. Configured by its one argument. */
import { connect, type Socket } from 'node:net';

export interface SilentTraffic {
  port: number;
  /** Held at once. */
  connections: number;
  /** ms, from when that many were tried. */
  forMs: number;
}

export interface SilentReport {
  /** Opened in all. */
  opened: number;
  /** Most open at once. */
  most: number;
}

/** Sent before the silence; `''` is nothing. */
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
/** A closed one is reopened after this. */
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
// Some send a byte now and then, as if slow.
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
