/** The relay's storage (its engine) on Postgres, with real servers. */
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../relay/engine/engine.ts';
import { openPostgresDatabase } from '../../../relay/engine/postgres/database.ts';
import { migrate } from '../../../relay/engine/postgres/migrate.ts';
import { createPostgresEngine } from '../../../relay/engine/postgres/postgres.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { onDefect } from '../../setup/parts.ts';
import { openPostgres, openStandby, type Postgres } from '../../setup/postgres.ts';
import { AT, type OpenedEngine, order, testEngine } from './engine-rules.ts';

function engineAt(urls: string[], replicatedBeneath: boolean, clock = { now: AT }, hear: (error: unknown) => void = onDefect): Engine {
  const settings = { urls, ca_file: null, replicated_beneath: replicatedBeneath };
  const time = { ...systemTime, wall: () => clock.now };
  const postgres = openPostgresDatabase(settings, null, time);
  onTestFinished(() => postgres[Symbol.dispose]());
  return createPostgresEngine(postgres, time, hear);
}

let cluster: Postgres;
beforeAll(async () => {
  const opened = new AsyncDisposableStack();
  cluster = await openPostgres((close) => opened.defer(close));
  return () => opened.disposeAsync();
});

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

let databases = 0;
/** Creates a database for one test; returns its address. */
function freshDatabase(): string {
  databases += 1;
  cluster.sql(`CREATE DATABASE of_test_${databases}`);
  return cluster.url.replace(/postgres$/, `of_test_${databases}`);
}

const inDatabase = (url: string, sql: string): string => cluster.sql(sql, new URL(url).pathname.slice(1));

async function opened(): Promise<OpenedEngine> {
  const url = freshDatabase();
  const clock = { now: AT };
  let engine = engineAt([url], true, clock);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  // Makes the tables, for which an append may not take long enough.
  await engine.waiting();
  return {
    engine,
    clock,
    async again() {
      await engine[Symbol.asyncDispose]();
      engine = engineAt([url], true, clock);
      return engine;
    },
  };
}

testEngine(opened);

test('a notification stored by one relay is reported by another on the same database, and read there in order', async () => {
  const url = freshDatabase();
  const [one, other] = [engineAt([url], true), engineAt([url], true)];
  for (const engine of [one, other]) onTestFinished(() => engine[Symbol.asyncDispose]());
  const heard: string[] = [];
  other.onNews((venueId) => heard.push(venueId));
  await other.append(order('v2'));
  for (let count = 0; count < 20; count += 1)
    await Promise.all([one.append(order('v1', `one ${count}`)), other.append(order('v1', `other ${count}`))]);
  await expect.poll(() => heard.filter((venueId) => venueId === 'v1').length, { timeout: 10_000 }).toBeGreaterThan(0);
  const news = await other.readAfter('v1', 0, { count: 100, bytes: 1_000_000 });
  expect(news.map(({ seq }) => seq)).toEqual(news.map(({ seq }) => seq).toSorted((a, b) => a - b));
  expect(new Set(news.map(({ body }) => body.toString())).size).toBe(40);
});

test('venues that are read at the same time each get their own, within their limits', async () => {
  const { engine } = await opened();
  for (const text of ['a', 'bb', 'ccc']) for (const venueId of ['v1', 'v2']) await engine.append(order(venueId, `${venueId} ${text}`));
  const [first] = await engine.readAfter('v2', 0, { count: 1, bytes: 1 });
  const read = async (venueId: string, after: number, count: number, bytes: number) =>
    (await engine.readAfter(venueId, after, { count, bytes })).map(({ body }) => body.toString());
  const all = [read('v1', 0, 9, 9), read('v3', 0, 9, 99), read('v2', first?.seq ?? 0, 1, 99), read('v1', 0, 9, 99), engine.venue('v3')];
  expect(await Promise.all(all)).toEqual([['v1 a', 'v1 bb'], [], ['v2 bb'], ['v1 a', 'v1 bb', 'v1 ccc'], { last: 0, takenAt: null }]);
});

test('notifications whose hint was lost are found, also after one of a relay whose clock is an hour ahead', async () => {
  const url = freshDatabase();
  const ahead = engineAt([url], true, { now: Date.now() + 3_600_000 });
  onTestFinished(() => ahead[Symbol.asyncDispose]());
  // Makes the tables, for which an append may not take long enough.
  await ahead.waiting();
  await ahead.append(order('v1'));
  const other = engineAt([url], true, { now: Date.now() });
  onTestFinished(() => other[Symbol.asyncDispose]());
  const heard: string[] = [];
  other.onNews((venueId) => heard.push(venueId));
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['v1']);
  // As by a third relay.
  inDatabase(url, `SELECT append_news('{v2}', ARRAY['x'::bytea], '{order}', '{NULL}', 'b', '{1}', '{1}', '{NULL}', ${Date.now()})`);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['v1', 'v2']);
}, 60_000);

test('a notification sent to two relays at the same time is stored once', async () => {
  const url = freshDatabase();
  const [one, other] = [engineAt([url], true), engineAt([url], true)];
  for (const engine of [one, other]) onTestFinished(() => engine[Symbol.asyncDispose]());
  await Promise.all([one.waiting(), other.waiting()]);
  for (let count = 0; count < 30; count += 1) {
    const same = order('v1', 'same', `n${count}`);
    const kept = await Promise.all([one.append(same), other.append(same)]);
    expect(kept.map(({ kept: how }) => how).toSorted()).toEqual(['before', 'venue']);
  }
  expect(await other.readAfter('v1', 0, { count: 100, bytes: 1_000_000 })).toHaveLength(30);
});

test('partitions of days whose notifications have all expired are dropped; the next days have partitions already', async () => {
  const url = freshDatabase();
  const clock = { now: AT };
  const engine = engineAt([url], true, clock);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  await engine.append(order('v1', 'old'));
  const days = () =>
    inDatabase(
      url,
      "SELECT string_agg(c.relname, ' ' ORDER BY c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'news'::regclass",
    ).split(' ');
  expect(days()).toHaveLength(8);
  inDatabase(
    url,
    `CREATE TABLE news_20200101 PARTITION OF news FOR VALUES FROM ('2020-01-01') TO ('2020-01-02');
    INSERT INTO news (day, venue_id, seq, id, kind, body, taken_at) VALUES ('2020-01-01', 'v1', 1, 'a', 'order', 'b', ${AT - 1})`,
  );
  await engine.expire(AT - 1);
  expect(days()).toContain('news_20200101');
  expect(await engine.expire(AT)).toBe(1);
  expect(days()).not.toContain('news_20200101');
  expect(days()).toHaveLength(8);
});

test('a relay connects while others hold the table that a day would be dropped from', async () => {
  const url = freshDatabase();
  const first = engineAt([url], true);
  onTestFinished(() => first[Symbol.asyncDispose]());
  await first.append(order('v1')).catch(() => undefined);
  await first.waiting();
  inDatabase(url, "CREATE TABLE news_20200101 PARTITION OF news FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')");
  const holding = await connected(url);
  await holding.query('BEGIN');
  await holding.query('LOCK TABLE news IN ROW EXCLUSIVE MODE');
  const later = engineAt([url], true);
  onTestFinished(() => later[Symbol.asyncDispose]());
  expect(await later.venue('v2')).toEqual({ last: 0, takenAt: null });
}, 60_000);

test('a relay that freezes while it checks the tables keeps no other from connecting for long', async () => {
  const url = freshDatabase();
  const frozen = await connected(url);
  const stopped = Promise.withResolvers<void>();
  const query = frozen.query.bind(frozen);
  Object.assign(frozen, {
    query: async (text: string, values?: unknown[]) => {
      const result = await query(text, values);
      if (!text.includes('pg_advisory_xact_lock')) return result;
      stopped.resolve();
      return new Promise(() => undefined);
    },
  });
  void migrate(frozen).catch(() => undefined);
  await stopped.promise;
  const other = engineAt([url], true, undefined, () => undefined);
  onTestFinished(() => other[Symbol.asyncDispose]());
  const connects = () =>
    other.waiting().then(
      () => true,
      () => false,
    );
  await expect.poll(connects, { timeout: 40_000 }).toBe(true);
}, 90_000);

test('without a synchronous standby no notification is stored, unless the settings call the storage replicated', async () => {
  const engine = engineAt([freshDatabase()], false);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  await expect(engine.append(order('v1'))).rejects.toThrow('synchronous_standby_names is empty');
});

test('if the primary server dies, the promoted standby has every notification that was acknowledged', async () => {
  const primary = await openPostgres();
  const standby = await openStandby(primary);
  const ignore = () => undefined;
  const engine = engineAt([primary.url, standby.url], false, { now: Date.now() }, ignore);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const acknowledged: string[] = [];
  let isOver = false;
  const sending = Array.from({ length: 8 }, async (_, sender) => {
    for (let count = 0; !isOver; count += 1) {
      const text = `${sender} ${count}`;
      const kept = await engine.append(order('v1', text, text)).catch(() => null);
      if (kept) acknowledged.push(text);
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(200);
  primary.kill();
  const before = acknowledged.length;
  await standby.promote();
  const after = engineAt([primary.url, standby.url], true, { now: Date.now() }, ignore);
  onTestFinished(() => after[Symbol.asyncDispose]());
  await expect
    .poll(
      () =>
        after.append(order('v2')).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  isOver = true;
  await Promise.all(sending);
  const stored = new Set(
    (await after.readAfter('v1', 0, { count: 100_000, bytes: Number.MAX_SAFE_INTEGER })).map(({ body }) => body.toString()),
  );
  expect(acknowledged.slice(0, before).filter((text) => !stored.has(text))).toEqual([]);
  expect(stored.size).toBeGreaterThanOrEqual(before);
}, 180_000);
