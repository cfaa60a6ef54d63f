/** A relay whose Postgres is away: notifications are kept on its own disk, and given to the database in order once it's back. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../relay/engine/engine.ts';
import { openPostgresDatabase } from '../../../relay/engine/postgres/database.ts';
import { createPostgresEngine } from '../../../relay/engine/postgres/postgres.ts';
import { createSpool } from '../../../relay/engine/postgres/spool.ts';
import { createSpooledEngine } from '../../../relay/engine/postgres/spooled.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { inDatabase, testFolder } from '../../setup/parts.ts';
import { openPostgres, openStandby } from '../../setup/postgres.ts';
import { order } from './engine-rules.ts';

const MANY = { count: 10_000, bytes: 10_000_000 };
const LONG = { timeout: 60_000 };

function relayAt(url: string, folder = testFolder()): Engine {
  const db = openDatabase(join(folder, 'relay.sqlite'));
  const settings = { urls: [url], ca_file: null, replicated_beneath: true };
  const ignore = (): void => undefined;
  const postgres = openPostgresDatabase(settings, null, systemTime);
  const engine = createSpooledEngine(createPostgresEngine(postgres, systemTime, ignore), createSpool(db, systemTime), systemTime, ignore);
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    postgres[Symbol.dispose]();
    db[Symbol.dispose]();
  });
  return engine;
}

const texts = async (engine: Engine) => (await engine.readAfter('v1', 0, MANY)).map(({ body }) => body.toString());

test('while the database is away every notification is kept on disk, and the database gets each once and in order when it is back', async () => {
  const postgres = await openPostgres();
  const engine = relayAt(postgres.url);
  const sent: string[] = [];
  const send = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const text = String(sent.length);
      sent.push(text);
      await engine.append(order('v1', text, text));
    }
  };
  // Makes the tables, for which an append may not take long enough.
  await engine.waiting();
  await send(20);
  expect(engine.spooled().waiting).toBe(0);
  postgres.kill();
  await send(30);
  expect(engine.spooled()).toEqual({ waiting: 30, oldestAt: expect.any(Number) });
  // Sent again by the service, as it got no answer in time.
  expect(await engine.append(order('v1', sent[25], sent[25]))).toEqual({ kept: 'spooled' });
  postgres.start();
  await expect.poll(() => engine.spooled().waiting, LONG).toBe(0);
  await send(10);
  expect(await texts(engine)).toEqual(sent);
});

test('a relay that starts while its database is away takes notifications and new counters', async () => {
  const postgres = await openPostgres();
  postgres.kill();
  const engine = relayAt(postgres.url);
  await engine.setReader('counter', ['v1']);
  expect(await engine.append(order('v1', 'early'))).toEqual({ kept: 'spooled' });
  expect(await engine.venueOf(['unheard'])).toBeNull();
  postgres.start();
  await expect.poll(() => engine.acknowledged('counter', 'v1').catch(() => null), LONG).toBe(0);
  await expect.poll(() => texts(engine), LONG).toEqual(['early']);
});

test('a notification that the database refuses holds up no other, and waits for the operator', async () => {
  const postgres = await openPostgres();
  const engine = relayAt(postgres.url);
  await engine.waiting();
  const refused = { ...order('v\0', 'refused'), references: ['r\0'] };
  const sent = ['one', 'two', 'three', 'four', 'five'];
  await Promise.all(sent.flatMap((text) => [order('v1', text), ...(text === 'three' ? [refused] : [])]).map(engine.append));
  await expect.poll(() => engine.spooled().waiting, LONG).toBe(0);
  expect(await texts(engine)).toEqual(sent);
  expect((await engine.unroutable(9)).map(({ body }) => body.toString())).toEqual(['refused']);
  expect(await engine.append(refused)).toEqual({ kept: 'spooled' });
  await expect.poll(() => engine.spooled().waiting, LONG).toBe(0);
  expect(await engine.countUnroutable()).toMatchObject({ waiting: 1 });
}, 90_000);

test('spooled notifications survive a restart of the relay', async () => {
  const postgres = await openPostgres();
  postgres.kill();
  const folder = testFolder();
  const first = relayAt(postgres.url, folder);
  await first.append(order('v1', 'kept'));
  await first[Symbol.asyncDispose]();
  const again = relayAt(postgres.url, folder);
  expect(again.spooled().waiting).toBe(1);
  postgres.start();
  await expect.poll(() => texts(again).catch(() => []), LONG).toEqual(['kept']);
});

test("with a full disk the database still takes notifications, and with neither the service isn't answered 200", async () => {
  const postgres = await openPostgres();
  postgres.kill();
  const folder = testFolder();
  const engine = relayAt(postgres.url, folder);
  await engine.append(order('v1', 'early'));
  inDatabase(join(folder, 'relay.sqlite'), (db) => {
    for (const [name, of] of [
      ['spool_full', 'INSERT ON spool'],
      ['spool_stays', 'DELETE ON spool'],
      ['probe_full', 'INSERT ON write_probe'],
    ])
      db.exec(`CREATE TRIGGER ${name} BEFORE ${of} BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  });
  await expect(engine.append(order('v1', 'lost by both'))).rejects.toThrow();
  expect(await engine.canWrite(1_000)).toBe(false);
  postgres.start();
  await expect
    .poll(
      () =>
        engine.append(order('v1', 'late')).then(
          ({ kept }) => kept,
          () => null,
        ),
      LONG,
    )
    .toBe('venue');
  expect(await texts(engine)).toContain('late');
}, 120_000);

test('while no standby answers, statements of closed connections do not stay and fill the server', async () => {
  const postgres = await openPostgres();
  const standby = await openStandby(postgres);
  const engine = relayAt(postgres.url);
  await engine.waiting();
  standby.kill();
  expect(await engine.append(order('v1', 'early'))).toEqual({ kept: 'spooled' });
  const blocked = () => postgres.sql(`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).split('\n').filter(Boolean);
  const seen = new Set<string>();
  await expect
    .poll(() => {
      const now = blocked();
      for (const pid of now) seen.add(pid);
      return [...seen].some((pid) => !now.includes(pid));
    }, LONG)
    .toBe(true);
  standby.start();
  await expect.poll(() => engine.spooled().waiting, LONG).toBe(0);
  expect(await texts(engine)).toEqual(['early']);
}, 120_000);
