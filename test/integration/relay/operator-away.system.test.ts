/** What an operator reads while the Postgres that relays share is away. */
import { expect, test } from 'vitest';
import { openPostgres } from '../../setup/postgres.ts';
import { openRelay, orderNotification, postOrder, VENUE } from './at-the-relay.ts';
import { keyFor, operator } from './light-counter.ts';

const PASSWORD = 'never-shown-to-anyone';

test('operator calls name the database that is away, without its password, and answer once it is back', async () => {
  const postgres = await openPostgres();
  const url = postgres.url.replace('postgres@', `postgres:${PASSWORD}@`);
  const urls = ['postgresql://127.0.0.1:1/standby', url];
  const relay = await openRelay({ settings: { engine: { postgres: { urls, replicated_beneath: true } } } });
  const { id } = await keyFor(relay, VENUE);
  const reads = ['/counters', '/groups', '/silent', '/unroutable', `/venues/${VENUE}/backlog`, `/counters/${id}/support`];
  const writes = [
    ['POST', '/invitations', { venue_ids: [VENUE] }],
    ['POST', `/counters/${id}/support`, { reason: 'Orders print late' }],
    ['DELETE', `/counters/${id}/support`],
    ['DELETE', `/counters/${id}`],
    ['POST', '/unroutable/1', { venue_id: VENUE }],
  ] as const;
  expect((await operator(relay, 'GET', '/counters')).status).toBe(200);

  postgres.kill();
  const places = ['127.0.0.1:1/standby', `127.0.0.1:${postgres.port}/postgres`].map((place) => `${place}: connect ECONNREFUSED`);
  const away = { status: 503, body: { error: expect.stringMatching(/^The database cannot be used now: /) } };
  for (const path of reads) expect([path, await operator(relay, 'GET', path)]).toEqual([path, away]);
  for (const [method, path, body] of writes) expect([path, await operator(relay, method, path, body)]).toEqual([path, away]);
  const { body } = await operator(relay, 'GET', '/counters');
  for (const place of places) expect(body).toMatchObject({ error: expect.stringContaining(place) });
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  const problems = await operator(relay, 'GET', '/problems');
  expect(problems).toMatchObject({
    status: 200,
    body: { problems: expect.arrayContaining([expect.objectContaining({ code: 'database' })]) },
  });
  expect(JSON.stringify([problems, relay.defects.map(String)])).not.toContain(PASSWORD);
  expect(relay.defects.length).toBeGreaterThan(0);
  expect((await operator(relay, 'GET', '/settings')).status).toBe(200);
  expect((await operator(relay, 'GET', '/nothing')).status).toBe(404);

  postgres.start();
  await expect.poll(async () => (await operator(relay, 'GET', '/counters')).status, { timeout: 60_000 }).toBe(200);
}, 120_000);
