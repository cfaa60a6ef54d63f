/** Tests that every engine, the relay's storage, must pass. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Engine, ServiceRequest } from '../../../relay/engine/engine.ts';

export const AT = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const MANY = { count: 1_000, bytes: 1_000_000 };

export function order(venueId: string | null, text = 'news', id: string = randomUUID()): ServiceRequest {
  return { kind: 'order', venueId, notificationId: id, references: [], signature: 'ab', body: Buffer.from(text) };
}

function delivery(venueId: string | null, references: string[]): ServiceRequest {
  return { ...order(venueId), kind: 'delivery', signature: null, references };
}

const texts = async (engine: Engine, venueId: string, after = 0, most = MANY) =>
  (await engine.readAfter(venueId, after, most)).map(({ body }) => body.toString());

export interface OpenedEngine {
  engine: Engine;
  clock: { now: number };
  /** Closes the engine and opens it on the same data. */
  again(): Promise<Engine>;
}

export function testEngine(opened: () => Promise<OpenedEngine>): void {
  test("a venue's notifications are read in order, from any position, byte for byte", async () => {
    const { engine } = await opened();
    // Stored together, with different lengths.
    await Promise.all([...['one', 'two', 'three'].map((text) => order('v1', text)), order('v2', 'of another')].map(engine.append));
    expect(await texts(engine, 'v1')).toEqual(['one', 'two', 'three']);
    const all = await engine.readAfter('v1', 0, MANY);
    expect(all[0]).toEqual({ seq: expect.any(Number), kind: 'order', signature: 'ab', body: Buffer.from('one'), takenAt: AT });
    expect(await texts(engine, 'v1', all[0]?.seq)).toEqual(['two', 'three']);
    expect(await texts(engine, 'v1', 0, { count: 2, bytes: 1_000 })).toEqual(['one', 'two']);
    // At least one notification is read, however long it is.
    expect(await texts(engine, 'v1', 0, { count: 9, bytes: 1 })).toEqual(['one']);
    expect(await texts(engine, 'nobody')).toEqual([]);
  });

  test('notifications survive a restart, and their numbers keep rising', async () => {
    const { engine, clock, again } = await opened();
    await engine.setReader('r', ['v1']);
    const first = await engine.append(order('v1', 'one', 'n1'));
    await engine.acknowledge('r', 'v1', first.kept === 'venue' ? first.seq : 0);
    // Also with a clock set back, and with an empty queue.
    clock.now = AT - HOUR;
    const next = await again();
    expect((await next.venue('v1'))?.last).toBe(first.kept === 'venue' ? first.seq : 0);
    expect(await next.append(order('v1', 'one', 'n1'))).toEqual({ kept: 'before' });
    const second = await next.append(order('v1', 'two'));
    if (first.kept !== 'venue' || second.kept !== 'venue') throw new Error('Both are of a venue.');
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(await texts(next, 'v1', first.seq)).toEqual(['two']);
    expect(await next.acknowledged('r', 'v1')).toBe(first.seq);
  });

  test("numbers start at the clock's time, so those of a new engine are above those of a lost one", async () => {
    const [lost, fresh] = [await opened(), await opened()];
    fresh.clock.now = AT + 1_000;
    for (let count = 0; count < 50; count += 1) await lost.engine.append(order('v1'));
    await fresh.engine.append(order('v1'));
    const [before, after] = [await lost.engine.venue('v1'), await fresh.engine.venue('v1')];
    expect(after?.last).toBeGreaterThan(before?.last ?? Number.NaN);
    expect(Number.isSafeInteger(after?.last)).toBe(true);
  });

  test('a repeated notification is recognized within its venue; another venue may use the same ID', async () => {
    const { engine } = await opened();
    const [first, twice] = await Promise.all([engine.append(order('v1', 'a', 'n1')), engine.append(order('v1', 'a', 'n1'))]);
    expect([first?.kept, twice?.kept]).toEqual(['venue', 'before']);
    expect((await engine.append(order('v2', 'a', 'n1'))).kept).toBe('venue');
    expect((await engine.append({ ...order('v1', 'a', 'n1'), kind: 'delivery' })).kept).toBe('venue');
  });

  test("the engine reports a venue's new notification once it can be read", async () => {
    const { engine } = await opened();
    const reported: string[] = [];
    const enough = engine.onNews((venueId) => reported.push(venueId));
    await engine.append(order('v1'));
    await expect.poll(() => reported).toEqual(['v1']);
    enough();
    await engine.append(order('v1'));
    expect(reported).toEqual(['v1']);
  });

  test("a notification is deleted once all its venue's readers acknowledged it", async () => {
    const { engine } = await opened();
    const seqs: number[] = [];
    for (const text of ['one', 'two']) {
      const kept = await engine.append(order('v1', text));
      if (kept.kept === 'venue') seqs.push(kept.seq);
    }
    const [one = 0, two = 0] = seqs;
    expect(await engine.unreadVenues()).toEqual([{ venueId: 'v1', waiting: 2, oldestAt: AT }]);
    expect(await engine.waiting()).toEqual({ waiting: 2, oldestAt: AT });
    await engine.setReader('counter', ['v1']);
    await engine.setReader('old-computer', ['v1', 'v2']);
    expect(await engine.unreadVenues()).toEqual([]);
    await engine.acknowledge('counter', 'v1', two);
    await engine.acknowledge('old-computer', 'v1', one);
    expect(await engine.acknowledged('counter', 'v1')).toBe(two);
    expect(await engine.backlog('v1', 'counter')).toEqual({ waiting: 0, oldestAt: null });
    expect(await engine.backlog('v1', 'old-computer')).toEqual({ waiting: 1, oldestAt: AT });
    expect(await engine.backlogs()).toEqual(new Map([['old-computer', { waiting: 1, oldestAt: AT }]]));
    expect(await engine.lastTaken()).toEqual(new Map([['v1', AT]]));
    await expect.poll(() => texts(engine, 'v1')).toEqual(['two']);
    await engine.removeReader('old-computer');
    expect(await texts(engine, 'v1')).toEqual([]);
    expect(await engine.acknowledged('old-computer', 'v1')).toBeNull();
    expect(await engine.waiting()).toEqual({ waiting: 0, oldestAt: null });
  });

  test("an acknowledgement can't be taken back by a lower one, and an invalid one is ignored", async () => {
    const { engine, again } = await opened();
    await engine.setReader('r', ['v1']);
    const kept = await engine.append(order('v1'));
    const seq = kept.kept === 'venue' ? kept.seq : 0;
    await engine.append(order('v2', 'of another'));
    await engine.acknowledge('r', 'v1', seq + 1);
    expect(await engine.acknowledged('r', 'v1')).toBe(0);
    await engine.acknowledge('r', 'v1', seq);
    await engine.acknowledge('r', 'v1', seq - 1);
    await engine.acknowledge('r', 'v2', seq);
    expect(await engine.acknowledged('r', 'v1')).toBe(seq);
    expect(await engine.acknowledged('r', 'v2')).toBeNull();
    expect(await texts(engine, 'v2')).toEqual(['of another']);
    await engine.setReader('r', ['v1', 'v2']);
    const next = await again();
    expect(await next.acknowledged('r', 'v1')).toBe(seq);
    expect(await next.acknowledged('r', 'v2')).toBe(0);
  });

  test('an event without a venue waits until an event with the same reference, or the operator, names the venue', async () => {
    const { engine } = await opened();
    expect(await engine.append(delivery(null, ['s1', 't1']))).toEqual({ kept: 'unroutable' });
    expect(await engine.append(delivery(null, ['s2']))).toEqual({ kept: 'unroutable' });
    expect(await engine.countUnroutable()).toEqual({ waiting: 2, oldestAt: AT });
    await engine.append(delivery('v1', ['s1', 't2']));
    expect((await engine.unroutable(10)).map(({ reference }) => reference)).toEqual(['s2']);
    expect(await texts(engine, 'v1')).toHaveLength(2);
    expect(await engine.venueOf(['unheard', 's1'])).toBe('v1');
    expect([await engine.venueOf([]), await engine.venueOf(['s2', 'unheard'])]).toEqual([null, null]);
    expect(await engine.append(delivery(null, ['unheard', 't2']))).toMatchObject({ kept: 'venue', venueId: 'v1' });
    const [waiting] = await engine.unroutable(10);
    const reported: string[] = [];
    engine.onNews((venueId) => reported.push(venueId));
    expect(await engine.route(waiting?.seq ?? 0, 'v2')).toBe(true);
    expect(await engine.route(waiting?.seq ?? 0, 'v2')).toBe(false);
    expect(reported).toEqual(['v2']);
    expect(await texts(engine, 'v2')).toHaveLength(1);
    expect(await engine.countUnroutable()).toEqual({ waiting: 0, oldestAt: null });
  });

  test("notifications not fetched in time are deleted and reported, younger ones aren't", async () => {
    const { engine, clock } = await opened();
    await engine.append(order('v1', 'old'));
    await engine.append(delivery(null, ['s1']));
    clock.now = AT + HOUR;
    await engine.append(order('v1', 'young'));
    expect(await engine.expire(AT)).toBe(0);
    expect(await engine.expire(AT + 1)).toBe(2);
    expect(await texts(engine, 'v1')).toEqual(['young']);
    expect((await engine.expired()).toSorted((a, b) => a.venueId.localeCompare(b.venueId))).toEqual([
      { venueId: '', count: 1, lastAt: AT + HOUR },
      { venueId: 'v1', count: 1, lastAt: AT + HOUR },
    ]);
    expect((await engine.venue('v1'))?.last).toBeGreaterThan(0);
  });
}
