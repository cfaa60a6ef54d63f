/** Thousands of idle or incomplete connections to an app that may open only 1,024 descriptors. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { failuresOf, inWords } from '../watch/meanwhile.ts';
import { attacker } from './attacker.ts';
import { openPorts } from './open-ports.ts';
import type { SilentReport, SilentTraffic } from './silent-traffic.ts';

const CONNECTIONS = 5_000;
/** Even the short run exceeds the app's descriptors. */
const LEAST = 1_100;
const WITH_FEW_DESCRIPTORS = ['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh'];
const REQUEST_LIMIT_MS = 10_000;
const REDIRECT_LIMIT_MS = 5_000;
const PATIENCE_MS = 60_000;
/** Sent at once; then a byte a second, or nothing after ''. */
const SLOW = ['', 'POST / HTTP/1.1\r\nHost: x\r\nX: ', 'POST /notifications HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{'];
/** How late the app may close a connection; more in the short run, for slow computers. */
const LATE_MS = { whole: 2_000, short: 8_000 };
/** Longest answer for 99 of 100. Four attackers share the app's cores, so others wait for their accept. */
const NOTIFICATION_MS = 100;

export const silentConnections: Attack = {
  wants: 'connections that say nothing keep real notifications out, or stay beyond their deadline',
  async run({ tries, say }) {
    const connections = Math.max(LEAST, tries(CONNECTIONS));
    const isWhole = connections === CONNECTIONS;
    await using ports = await openPorts(WITH_FEW_DESCRIPTORS);
    const { app, receiverPort, counterPort, displaysPort } = ports;
    const redirectPort = Number(ports.redirect.port);
    const reached: string[] = [];

    // Deadlines first: under many connections some are closed early.
    const grace = isWhole ? LATE_MS.whole : LATE_MS.short;
    const kept = await Promise.all(
      [receiverPort, counterPort, displaysPort, redirectPort].flatMap((port) => {
        const limitMs = port === redirectPort ? REDIRECT_LIMIT_MS : REQUEST_LIMIT_MS;
        return SLOW.map(async (words) => ({ port, words, lateMs: (await keptFor(port, words)) - limitMs }));
      }),
    );
    for (const { port, words, lateMs } of kept)
      if (lateMs > grace) reached.push(`port ${port} kept ${JSON.stringify(words)} for ${Math.round(lateMs)} ms beyond its deadline`);
    const latest = Math.round(Math.max(...kept.map(({ lateMs }) => lateMs)));
    say(`deadlines took effect at most ${latest} ms late`);

    const meanwhile = ports.lookMeanwhile(false);
    const forMs = isWhole ? 30_000 : 2_000;
    const crowd = (port: number, share: number) =>
      attacker('silent-traffic.ts', { port, connections: Math.round(connections * share), forMs } satisfies SilentTraffic);
    const reports = (await Promise.all([
      crowd(receiverPort, 1),
      crowd(counterPort, 0.3),
      crowd(displaysPort, 0.3),
      crowd(redirectPort, 0.3),
    ])) as SilentReport[];
    const noticed = await meanwhile.stop();
    if (!app.isOn()) reached.push('the process ended');
    reached.push(...failuresOf(noticed, isWhole ? { notificationMs: NOTIFICATION_MS } : {}));
    const most = reports.reduce((sum, report) => sum + report.most, 0);
    const tried = reports.reduce((sum, report) => sum + report.opened, 0);
    return { tried, reached, figures: `deadlines at most ${latest} ms late; at most ${most} connections at once; ${inWords(noticed)}` };
  },
};

/** How long the app keeps an incomplete connection, ms. */
async function keptFor(port: number, words: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.resume();
  await new Promise((resolve) => socket.once('connect', resolve));
  const began = performance.now();
  const own = socket.localPort ?? 0;
  if (words !== '') socket.write(words);
  const dripping = setInterval(() => words !== '' && socket.write('x'), 1_000);
  while (performance.now() - began < PATIENCE_MS && isHeld(port, own)) await wait(100);
  clearInterval(dripping);
  socket.destroy();
  return performance.now() - began;
}

/** Whether the app still holds its end: without an owner it has no inode. */
function isHeld(port: number, peer: number): boolean {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(`:${hex(port)}`) && remote.endsWith(`:${hex(peer)}`));
  return line !== undefined && line[9] !== '0';
}
