/** An attack's effect on a venue: makes and times real notifications and calls throughout. */
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WEBHOOK_SECRET } from '../../../../test/e2e/venue/venue.ts';
import type { CounterClient } from './counter-screen.ts';

export interface Figures {
  made: number;
  /** Errors and wrong answers, in words. */
  failed: string[];
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface Noticed {
  notifications: Figures;
  calls: Figures;
  /** MB: at the start, the most, and the least in the middle and last fifth, as it varies with collections. */
  memory: { before: number; half: number; most: number; after: number };
}

const EVERY_MS = 25;
const MEMORY_EVERY_MS = 500;

/** IDs of notifications answered 200 are in `taken`. */
export function lookMeanwhile(options: {
  pid: number;
  receiverPort: number;
  counter: CounterClient;
  orderId: string;
  venueId: string;
  /** Whether connections are kept alive, as by a proxy (default). */
  keepAlive?: boolean;
}): {
  taken: string[];
  stop(): Promise<Noticed>;
} {
  const { pid, receiverPort, counter, orderId, venueId } = options;
  const taken: string[] = [];
  const agent = new Agent({ keepAlive: options.keepAlive ?? true });
  const seen = [resident(pid)];
  let stopped = false;

  async function repeat(work: () => Promise<void>): Promise<Figures> {
    const times: number[] = [];
    const failed: string[] = [];
    while (!stopped) {
      const began = performance.now();
      await work().catch((error: unknown) => failed.push(String(error)));
      times.push(performance.now() - began);
      await wait(EVERY_MS);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round((times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0) * 10) / 10;
    return { made: times.length, failed, p50: at(0.5), p99: at(0.99) };
  }

  const notifications = repeat(async () => {
    const id = randomUUID();
    const status = await postSigned(receiverPort, notificationOf(orderId, venueId, id), agent);
    if (status !== 200) throw new Error(`a real notification was answered with ${status}`);
    taken.push(id);
  });
  const calls = repeat(async () => {
    const answer = await counter.call('order.touch', { orderId });
    if (!answer.ok) throw new Error(`a call was answered with ${answer.problem.text}`);
  });
  const watching = setInterval(() => {
    seen.push(resident(pid));
  }, MEMORY_EVERY_MS);

  return {
    taken,
    async stop() {
      stopped = true;
      clearInterval(watching);
      const noticed = { notifications: await notifications, calls: await calls };
      agent.destroy();
      const last = resident(pid);
      const [before = last] = seen;
      const leastOf = (from: number, to: number) => Math.min(...seen.slice(Math.floor(seen.length * from), Math.ceil(seen.length * to)));
      return { ...noticed, memory: { before, half: leastOf(0.4, 0.6), most: Math.max(last, ...seen), after: leastOf(0.8, 1) } };
    },
  };
}

/** `most`: what 99 of 100 may take, ms. */
export function failuresOf({ notifications, calls }: Noticed, most: { notificationMs?: number; callMs?: number } = {}): string[] {
  const { notificationMs = Number.POSITIVE_INFINITY, callMs = Number.POSITIVE_INFINITY } = most;
  return [
    ...new Set([...notifications.failed, ...calls.failed]),
    ...(notifications.p99 > notificationMs ? [`real notifications took ${notifications.p99} ms`] : []),
    ...(calls.p99 > callMs ? [`calls of the counter took ${calls.p99} ms`] : []),
  ];
}

export function inWords({ notifications, calls, memory }: Noticed): string {
  return (
    `${notifications.made} real notifications meanwhile (p50 ${notifications.p50} ms, p99 ${notifications.p99} ms), ` +
    `${calls.made} calls of the counter (p50 ${calls.p50} ms, p99 ${calls.p99} ms), memory ${memory.before} MB, least ${memory.half} half way and ${memory.after} at the end, at most ${memory.most}`
  );
}

export function notificationOf(orderId: string, venueId: string, id: string): string {
  const order = { id: orderId, venue_id: venueId, status: 'CREATED', resource_url: `https://orders.example.test/orders/${orderId}` };
  return JSON.stringify({ id, type: 'order.notification', order, created_at: '2026-03-14T11:14:07Z' });
}

export const signatureOf = (body: string | Buffer): string => createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');

/** See `statusOf`. */
export function postSigned(port: number, body: string, agent?: Agent): Promise<number> {
  const headers = { 'content-length': Buffer.byteLength(body), 'service-signature': signatureOf(body) };
  return statusOf({ port, path: '/notifications', method: 'POST', agent: agent ?? false, headers }, body);
}

/** Returns the status. Rejects without a response. */
export function statusOf(options: RequestOptions, body?: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', ...options }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/** Resident memory, MB. */
export function resident(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
