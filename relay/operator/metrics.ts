/** How the relay is, in OpenMetrics: figures of the whole, none of a single venue, so that their number stays small. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText } from '../listening/answer.ts';
import { isLoopback } from '../settings/settings-file.ts';
import type { Watched } from './problems.ts';

export const METRICS_PATH = '/metrics';
const TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Of this computer alone, or with the operator's key: a proxy says whom it asks for. */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  watched: Watched & { isOperator: (request: IncomingMessage) => boolean; connections: () => number; startedAt: number },
): Promise<void> {
  const isNear = isLoopback(request.socket.remoteAddress) && !('x-forwarded-for' in request.headers || 'forwarded' in request.headers);
  if (!isNear && !watched.isOperator(request)) return answerText(response, 401, "the operator's key", { 'www-authenticate': 'Bearer' });
  if (request.method !== 'GET') return answerText(response, 405, 'GET only', { allow: 'GET' });
  response.writeHead(200, { 'content-type': TYPE, 'cache-control': 'no-store' }).end(await written(watched));
}

async function written({
  engine,
  registry,
  hub,
  take,
  time,
  connections,
  startedAt,
}: Watched & { connections: () => number; startedAt: number }): Promise<string> {
  const { venue, unroutable, before, refused, failed } = take.counts;
  const [waiting, aside, unread, expired] = await Promise.all([
    engine.waiting(),
    engine.countUnroutable(),
    engine.unreadVenues(),
    engine.expired(),
  ]);
  const age = (at: number | null): number => (at === null ? 0 : Math.max(0, time.wall() - at) / 1_000);
  const families: [name: string, type: 'counter' | 'gauge', help: string, values: Record<string, number>][] = [
    [
      'relay_requests',
      'counter',
      'Requests at the notification addresses by what became of them.',
      {
        '_total{outcome="kept"}': venue,
        '_total{outcome="unroutable"}': unroutable,
        '_total{outcome="known"}': before,
        '_total{outcome="refused"}': refused,
        '_total{outcome="failed"}': failed,
      },
    ],
    ['relay_counters', 'gauge', 'Counters that hold a key.', { '': registry.counters().length }],
    ['relay_counters_connected', 'gauge', 'Counters that are connected.', { '': hub.size() }],
    ['relay_connections', 'gauge', 'Open connections of any kind.', { '': connections() }],
    ['relay_waiting', 'gauge', 'Notifications that are not acknowledged by all counters of their venue.', { '': waiting.waiting }],
    ['relay_waiting_oldest_seconds', 'gauge', 'Age of the oldest of them.', { '': age(waiting.oldestAt) }],
    ['relay_unread_venues', 'gauge', 'Venues with notifications and without a counter.', { '': unread.length }],
    ['relay_unroutable', 'gauge', 'Notifications that name no venue.', { '': aside.waiting }],
    [
      'relay_expired',
      'counter',
      'Notifications that nobody fetched in time.',
      { _total: expired.reduce((sum, { count }) => sum + count, 0) },
    ],
    ['relay_storage_trouble', 'gauge', '1 while notifications cannot be kept.', { '': take.trouble() === null ? 0 : 1 }],
    ['process_resident_memory_bytes', 'gauge', 'Memory of the process.', { '': process.memoryUsage.rss() }],
    ['process_start_time_seconds', 'gauge', 'When it was started.', { '': startedAt / 1_000 }],
  ];
  const lines = families.flatMap(([name, type, help, values]) => [
    `# TYPE ${name} ${type}`,
    `# HELP ${name} ${help}`,
    ...Object.entries(values).map(([suffix, value]) => `${name}${suffix} ${value}`),
  ]);
  return `${lines.join('\n')}\n# EOF\n`;
}
