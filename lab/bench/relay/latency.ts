/**
 * Second half of `npm run bench -- relay`: time from the service's POST to the app's inbox, through the relay and directly, with 1,000
 * apps, a deaf venue and a restart.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROOF_EVERY_MS, RELAY_PATHS } from '../../../contract/relay/wire.ts';
import type { RelayAddresses } from '../../../relay/relay.ts';
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
  const secret = randomBytes(32).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-latency-'));
  const settings = { webhook_secrets: { orders: [secret], deliveries: [secret] }, limits: { redeem_tries_per_minute: 1_000 } };
  writeFileSync(join(folder, 'relay.json'), JSON.stringify(settings));
  let relay = startRelayOn(folder, 0);
  let crowd: ChildProcess | null = null;
  let inbox: Inbox | null = null;
  try {
    const addresses = await relay.addresses;
    const port = Number(new URL(addresses.ingest_url).port);
    inbox = await openInbox(OWN, secret, { address: addresses.counter_url, code: await codeFor(addresses, OWN) });
    const keys: Record<string, string> = {};
    for (let at = 0; at < VENUES; at += 1) keys[`venue-${at}`] = await keyFor(addresses, `venue-${at}`);
    const alone = residentOf(relay.child);
    const started = usedBy(relay.child);
    const given: CrowdGiven = { port, secret, keys, deaf: { venueId: DEAF, key: await keyFor(addresses, DEAF) } };
    crowd = fork(fileURLToPath(new URL('./crowd.ts', import.meta.url)), [JSON.stringify(given)], { execArgv: [] });
    const ask = askThe(crowd);
    await ask.ready;
    while (!inbox.isConnected()) await wait(50);
    await wait(2_000);
    const connected = usedBy(relay.child);
    const withAll = residentOf(relay.child);

    await wait(QUIET_MS);
    const quiet = usedBy(relay.child);
    await ask.ask({ ask: 'rate', perSecond: PER_SECOND });
    const busyFrom = performance.now();
    const ways = await inTurns(inbox, port, secret);
    const busy = usedBy(relay.child);
    const busyMs = performance.now() - busyFrom;
    const others = await besideTheDeaf(ask.ask);
    const restartedAt = performance.now();
    relay.child.kill('SIGKILL');
    relay = startRelayOn(folder, port);
    await relay.addresses;
    while ((await ask.ask({ ask: 'connected' })) !== VENUES + 1 || !inbox.isConnected()) await wait(100);
    const backAfter = (performance.now() - restartedAt) / 1_000;

    const failed = await ask.ask({ ask: 'failed' });

    const loads = loadavg().map((load) => load.toFixed(1));
    console.log(
      `\nload of this computer (1, 5, 15 min): ${loads.join(' ')}; ${VENUES} venues at the relay, ${PER_SECOND} notifications a second`,
    );
    console.log(`${"from the service's POST to the counter's inbox, ms".padEnd(60)} ${'p50'.padStart(8)} ${'p99'.padStart(8)}`);
    for (const [name, values] of Object.entries(ways)) console.log(`${name.padEnd(60)} ${figure(values, 0.5)} ${figure(values, 0.99)}`);
    const above = (share: number) => (at(ways['through the relay'], share) - at(ways.direct, share)).toFixed(1);
    console.log(`above the direct way: p50 ${above(0.5)} ms (aim: < 10), p99 ${above(0.99)} ms (aim: < 50)`);
    console.log(
      `\n${`from POST to the counters of the others, ms, ${ROUNDS} rounds each in turn`.padEnd(60)} ${'p50'.padStart(8)} ${'p99'.padStart(8)}`,
    );
    for (const [name, rounds] of Object.entries(others))
      console.log(
        `${name.padEnd(60)} ${figure(rounds.flat(), 0.5)} ${figure(rounds.flat(), 0.99)}   (p99 of the rounds: ${rounds.map((round) => at(round, 0.99).toFixed(1)).join(' ')})`,
      );
    const { beside, without } = others;
    const middle = (rounds: number[][]) =>
      at(
        rounds.map((round) => at(round, 0.99)),
        0.5,
      );
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
      'kB of memory: a connected counter': (withAll - alone) / VENUES,
    };
    console.log('\nwhat each costs the relay');
    for (const [name, cost] of Object.entries(costs)) console.log(`${name.padEnd(60)} ${cost.toFixed(3).padStart(8)}`);
  } finally {
    crowd?.kill('SIGKILL');
    await inbox?.[Symbol.asyncDispose]();
    relay.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function startRelayOn(folder: string, port: number): { child: ChildProcess; addresses: Promise<RelayAddresses> } {
  const words = ['relay/start.ts', '--data-dir', folder, '--port', String(port), '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  return { child, addresses: line.then((text) => JSON.parse(text) as RelayAddresses) };
}

/** Alternates, so that both ways have the same load. */
async function inTurns(inbox: Inbox, relayPort: number, secret: string): Promise<{ direct: number[]; 'through the relay': number[] }> {
  const agent = new Agent({ keepAlive: true });
  const times = { direct: [] as number[], 'through the relay': [] as number[] };
  for (let count = 0; count < 2 * MEASURED; count += 1) {
    const way = count % 2 === 0 ? 'direct' : 'through the relay';
    const { id, body } = notificationOf(OWN);
    const headers = {
      'content-length': Buffer.byteLength(body),
      'service-signature': createHmac('sha256', secret).update(body).digest('hex'),
    };
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

async function codeFor({ operator_url, operator_key }: RelayAddresses, venueId: string): Promise<string> {
  const body = JSON.stringify({ venue_ids: [venueId], label: venueId });
  const answer = await fetch(`${operator_url}/invitations`, { method: 'POST', headers: { authorization: `Bearer ${operator_key}` }, body });
  return ((await answer.json()) as { code: string }).code;
}

async function keyFor(addresses: RelayAddresses, venueId: string): Promise<string> {
  const body = JSON.stringify({ code: await codeFor(addresses, venueId) });
  const answer = await fetch(addresses.counter_url + RELAY_PATHS.redeem, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The relay gave ${venueId} no key: ${answer.status}.`);
  return ((await answer.json()) as { key: string }).key;
}

/** CPU ms and bytes written since the start; Linux only. */
function usedBy({ pid }: ChildProcess): { cpuMs: number; written: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const written = Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, written };
}

/** Resident KB. */
function residentOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

function figure(values: readonly number[], share: number): string {
  return at(values, share).toFixed(1).padStart(8);
}
