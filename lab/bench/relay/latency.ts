/**
 * Second half of `npm run bench -- relay`: time from the service's POST to the app's inbox, through the relay and directly, with 1,000
 * apps, a deaf venue and a restart.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROOF_EVERY_MS } from '../../../contract/relay/wire.ts';
import { WEBHOOK_SECRET as secret } from '../../../test/e2e/venue/venue.ts';
import { signatureOf } from '../../faults/attacks/watch/meanwhile.ts';
import { openRelayProcess } from '../../faults/relay/relay-process.ts';
import { atShare, median } from '../table/statistics.ts';
import { bytesWritten, memoryOf, processorMs } from '../table/usage.ts';
import type { CrowdAsked, CrowdGiven } from './crowd.ts';
import { type Inbox, notificationOf, openInbox } from './inbox.ts';

/** With the inbox and the deaf venue 1,000: the relay's limit of codes per minute. */
const VENUES = 998;
const PER_SECOND = 100;
const MEASURED = 500;
const PAUSE_MS = 8;
const UNACKNOWLEDGED = 10_000;
const QUIET_MS = 10_000;
/** Shorter than delivering ten thousand notifications takes. */
const EMPTYING_MS = 1_500;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const OWN = 'venue-of-the-inbox';
const DEAF = 'venue-that-acknowledges-nothing';

export async function benchLatency(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-latency-'));
  const relay = await openRelayProcess(folder, {}, { limits: { redeem_tries_per_minute: 1_000 } });
  let crowd: ChildProcess | null = null;
  let inbox: Inbox | null = null;
  try {
    await relay.start();
    const { port } = relay;
    inbox = await openInbox(OWN, secret, { address: relay.addresses().counter_url, code: await relay.invite(OWN, OWN) });
    const keys: Record<string, string> = {};
    for (let at = 0; at < VENUES; at += 1) keys[`venue-${at}`] = (await relay.pair(`venue-${at}`)).key;
    const alone = memoryOf(relay.pid()).rss;
    const started = usedBy(relay.pid());
    const given: CrowdGiven = { port, secret, keys, deaf: { venueId: DEAF, key: (await relay.pair(DEAF)).key } };
    crowd = fork(fileURLToPath(new URL('./crowd.ts', import.meta.url)), [JSON.stringify(given)], { execArgv: [] });
    const ask = askThe(crowd);
    await ask.ready;
    while (!inbox.isConnected()) await wait(50);
    await wait(2_000);
    const connected = usedBy(relay.pid());
    const withAll = memoryOf(relay.pid()).rss;

    await wait(QUIET_MS);
    const quiet = usedBy(relay.pid());
    await ask.ask({ ask: 'rate', perSecond: PER_SECOND });
    const busyFrom = performance.now();
    const ways = await inTurns(inbox, port);
    const busy = usedBy(relay.pid());
    const busyMs = performance.now() - busyFrom;
    const others = await besideTheDeaf(ask.ask);
    const restartedAt = performance.now();
    await relay.kill();
    await relay.start();
    while ((await ask.ask({ ask: 'connected' })) !== VENUES + 1 || !inbox.isConnected()) await wait(100);
    const backAfter = (performance.now() - restartedAt) / 1_000;

    const failed = await ask.ask({ ask: 'failed' });

    const loads = loadavg().map((load) => load.toFixed(1));
    console.log(
      `\nload of this computer (1, 5, 15 min): ${loads.join(' ')}; ${VENUES} venues at the relay, ${PER_SECOND} notifications a second`,
    );
    console.log(`${"from the service's POST to the counter's inbox, ms".padEnd(60)} ${'p50'.padStart(8)} ${'p99'.padStart(8)}`);
    for (const [name, values] of Object.entries(ways)) console.log(`${name.padEnd(60)} ${figure(values, 0.5)} ${figure(values, 0.99)}`);
    const above = (share: number) => (atShare(ways['through the relay'], share) - atShare(ways.direct, share)).toFixed(1);
    console.log(`above the direct way: p50 ${above(0.5)} ms (aim: < 10), p99 ${above(0.99)} ms (aim: < 50)`);
    console.log(
      `\n${`from POST to the counters of the others, ms, ${ROUNDS} rounds each in turn`.padEnd(60)} ${'p50'.padStart(8)} ${'p99'.padStart(8)}`,
    );
    for (const [name, rounds] of Object.entries(others))
      console.log(
        `${name.padEnd(60)} ${figure(rounds.flat(), 0.5)} ${figure(rounds.flat(), 0.99)}   (p99 of the rounds: ${rounds.map((round) => atShare(round, 0.99).toFixed(1)).join(' ')})`,
      );
    const { beside, without } = others;
    const middle = (rounds: number[][]) => median(rounds.map((round) => atShare(round, 0.99)));
    console.log(`p99 beside / without: ${(middle(beside) / middle(without)).toFixed(2)} (medians of the rounds; aim: at most 1.2)`);
    console.log(
      `\nall ${VENUES + 2} counters back after the relay was killed and started again: ${backAfter.toFixed(1)} s (aim: at most 30); ${failed} notifications found no relay meanwhile`,
    );
    const handled = (busyMs / 1_000) * PER_SECOND + MEASURED;
    const quietMs = (quiet.cpuMs - connected.cpuMs) / QUIET_MS;
    const costs = {
      'ms of a core: a counter that connects': (connected.cpuMs - started.cpuMs) / VENUES,
      'ms of a core: a proof that is asked for and given': (quietMs * PROOF_EVERY_MS) / VENUES,
      'ms of a core: a notification taken, given, acknowledged': (busy.cpuMs - quiet.cpuMs - quietMs * busyMs) / handled,
      'kB written to the disk: the same': (busy.written - quiet.written) / handled / 1_024,
      'kB of memory: a connected counter': ((withAll - alone) * 1_024) / VENUES,
    };
    console.log('\nwhat each costs the relay');
    for (const [name, cost] of Object.entries(costs)) console.log(`${name.padEnd(60)} ${cost.toFixed(3).padStart(8)}`);
  } finally {
    crowd?.kill('SIGKILL');
    await inbox?.[Symbol.asyncDispose]();
    await relay.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Alternates, so that both ways have the same load. */
async function inTurns(inbox: Inbox, relayPort: number): Promise<{ direct: number[]; 'through the relay': number[] }> {
  const agent = new Agent({ keepAlive: true });
  const times = { direct: [] as number[], 'through the relay': [] as number[] };
  for (let count = 0; count < 2 * MEASURED; count += 1) {
    const way = count % 2 === 0 ? 'direct' : 'through the relay';
    const { id, body } = notificationOf(OWN);
    const headers = { 'content-length': Buffer.byteLength(body), 'service-signature': signatureOf(body) };
    const committed = inbox.committed(id);
    const began = performance.now();
    const port = way === 'direct' ? inbox.directPort : relayPort;
    request({ host: '127.0.0.1', port, path: '/notifications', method: 'POST', agent, headers }, (answer) => answer.resume()).end(body);
    times[way].push((await committed) - began);
    await wait(PAUSE_MS);
  }
  agent.destroy();
  return times;
}

async function besideTheDeaf(
  ask: (asked: Question) => Promise<unknown>,
): Promise<Record<'without' | 'beside' | 'while it is given all of it', number[][]>> {
  const times = { without: [] as number[][], beside: [] as number[][], 'while it is given all of it': [] as number[][] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.without.push((await ask({ ask: 'measure', ms: ROUND_MS })) as number[]);
    await ask({ ask: 'fill', count: UNACKNOWLEDGED });
    await wait(2_000);
    times.beside.push((await ask({ ask: 'measure', ms: ROUND_MS })) as number[]);
    const empty = ask({ ask: 'empty' });
    times['while it is given all of it'].push((await ask({ ask: 'measure', ms: EMPTYING_MS })) as number[]);
    await empty;
    await wait(1_000);
  }
  return times;
}

type Question = CrowdAsked extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never;

function askThe(crowd: ChildProcess): { ready: Promise<unknown>; ask: (asked: Question) => Promise<unknown> } {
  const waiting = new Map<number, (reported: unknown) => void>();
  let next = 0;
  crowd.on('message', ({ id, reported }: { id: number; reported: unknown }) => waiting.get(id)?.(reported));
  const ended = new Promise<never>((_, reject) => crowd.once('exit', () => reject(new Error('The other venues ended.'))));
  ended.catch(() => undefined);
  const answered = (id: number) => Promise.race([new Promise<unknown>((resolve) => waiting.set(id, resolve)), ended]);
  return {
    ready: answered(next),
    ask(asked) {
      next += 1;
      crowd.send({ id: next, ...asked });
      return answered(next);
    },
  };
}

/** CPU ms and bytes written since the start; Linux only. */
const usedBy = (pid: number) => ({ cpuMs: processorMs(pid), written: bytesWritten(pid) });

function figure(values: readonly number[], share: number): string {
  return atShare(values, share).toFixed(1).padStart(8);
}
