/** Spooling. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedEngine } from '../../../relay/engine/embedded.ts';
import { createSpool } from '../../../relay/engine/postgres/spool.ts';
import { createSpooledEngine } from '../../../relay/engine/postgres/spooled.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { onDefect, testFolder } from '../../setup/parts.ts';
import { order } from './engine-rules.ts';

test('a notification that arrives while the spool empties reaches the database', async () => {
  const db = openDatabase(join(testFolder(), 'relay.sqlite'));
  const database = createEmbeddedEngine(db, systemTime, onDefect);
  let isAway = true;
  let stored = (): void => undefined;
  const append: typeof database.append = async (taken) => {
    if (isAway) throw new Error('away');
    const appended = await database.append(taken);
    stored();
    return appended;
  };
  const spool = createSpool(db, systemTime);
  const engine = createSpooledEngine({ ...database, append }, spool, systemTime, () => undefined);
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    db[Symbol.dispose]();
  });
  expect(await engine.append(order('v1', 'first'))).toEqual({ kept: 'spooled' });

  let second: ReturnType<typeof engine.append> | null = null;
  stored = () => {
    second ??= engine.append(order('v1', 'second'));
  };
  isAway = false;
  await expect.poll(() => second, { timeout: 10_000 }).not.toBeNull();
  expect(await second).toEqual({ kept: 'spooled' });
  await expect.poll(() => engine.spooled().waiting, { timeout: 10_000 }).toBe(0);
  const found = await engine.readAfter('v1', 0, { count: 10, bytes: 100_000 });
  expect(found.map(({ body }) => body.toString())).toEqual(['first', 'second']);
});
