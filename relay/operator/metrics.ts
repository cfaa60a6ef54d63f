/** Metrics in OpenMetrics format: totals only, so their number stays small. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenMetricsContentType } from 'prom-client';
import type { Hub } from '../give/hub.ts';
import { answerText } from '../listening/answer.ts';
import { isLoopback } from '../settings/settings-file.ts';
import type { Watched } from './problems.ts';

export const METRICS_PATH = '/metrics';

interface Measured extends Watched {
  hub: Pick<Hub, 'ids'>;
  isOperator: (request: IncomingMessage) => boolean;
  connections: () => number;
  startedAt: number;
}

/** For requests from this computer, or with the operator key. A forwarded one isn't local. */
export function createMetrics(measured: Measured): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let registry: ReturnType<typeof registryOf> | null = null;
  return async (request, response) => {
    const isNear = isLoopback(request.socket.remoteAddress) && !('x-forwarded-for' in request.headers || 'forwarded' in request.headers);
    if (!isNear && !measured.isOperator(request)) return answerText(response, 401, "the operator's key", { 'www-authenticate': 'Bearer' });
    if (request.method !== 'GET') return answerText(response, 405, 'GET only', { allow: 'GET' });
    registry ??= registryOf(measured);
    const figures = await registry;
    const text = await figures.metrics();
    response.writeHead(200, { 'content-type': figures.contentType, 'cache-control': 'no-store' }).end(text);
  };
}

/** Values are read per request. The library is loaded on the first request, as most relays get none. */
async function registryOf({ engine, registry: keys, hub, take, time, connections, startedAt }: Measured) {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const age = (at: number | null): number => (at === null ? 0 : Math.max(0, time.wall() - at) / 1_000);
  const gauges: [name: string, help: string, read: () => number | Promise<number>][] = [
    ['relay_counters', 'Counters that hold a key.', () => keys.counters().length],
    ['relay_counters_connected', 'Counters that are connected.', () => hub.ids().length],
    ['relay_connections', 'Open connections of any kind.', connections],
    [
      'relay_waiting',
      'Notifications that are not acknowledged by all counters of their venue.',
      async () => (await engine.waiting()).waiting,
    ],
    ['relay_waiting_oldest_seconds', 'Age of the oldest of them.', async () => age((await engine.waiting()).oldestAt)],
    ['relay_unread_venues', 'Venues with notifications and without a counter.', async () => (await engine.unreadVenues()).length],
    ['relay_unroutable', 'Notifications that name no venue.', async () => (await engine.countUnroutable()).waiting],
    ['relay_spooled', "Notifications that are only on this relay's disk.", () => engine.spooled().waiting],
    ['relay_spooled_oldest_seconds', 'Age of the oldest of them.', () => age(engine.spooled().oldestAt)],
    ['relay_storage_trouble', '1 while notifications cannot be kept.', () => (take.trouble() === null ? 0 : 1)],
    ['process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()],
    ['process_start_time_seconds', 'When it was started.', () => startedAt / 1_000],
  ];
  for (const [name, help, read] of gauges)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  new Counter({
    name: 'relay_expired',
    help: 'Notifications that no one fetched in time.',
    registers,
    async collect() {
      const expired = await engine.expired();
      this.reset();
      this.inc(expired.reduce((sum, { count }) => sum + count, 0));
    },
  });
  new Counter({
    name: 'relay_requests',
    help: 'Requests at the notification addresses by what became of them.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { venue: kept, unroutable, before: known, spooled, refused, failed } = take.counts;
      this.reset();
      for (const [outcome, count] of Object.entries({ kept, unroutable, known, spooled, refused, failed })) this.inc({ outcome }, count);
    },
  });
  return registry;
}
