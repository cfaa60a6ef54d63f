/** Orders come to a counter behind a router: through the relay that it calls. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CounterAtRelay, counterAtRelay } from './counter-at-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay();
});
afterEach(async () => {
  await counter[Symbol.asyncDispose]();
  expect(counter.defects).toEqual([]);
});

const connected = () => counter.state() === 'connected';

describe('a counter at its relay', () => {
  it('takes an order in, acknowledges it once it is stored, and has it read', async () => {
    await counter.until(connected);
    const seq = counter.notify('o1');
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.store.queue.get('read', 'o1')).toMatchObject({ state: 'waiting', payload: { orderId: 'o1', venueId: 'v1' } });
  });

  it('goes on after the last one that it stored when it starts again, also with what came meanwhile', async () => {
    await counter.until(connected);
    const first = counter.notify('o1');
    await counter.until(() => counter.relay.acked.get('v1') === first);
    counter.again();
    const second = counter.notify('o2');
    await counter.until(() => counter.relay.acked.get('v1') === second);
    expect(counter.relay.hellos.at(-1)?.venues).toEqual([{ venueId: 'v1', after: first }]);
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
  });

  it('knows an order that the service brought itself, and one that the relay gives again', async () => {
    counter.relay.faults.times = 3;
    await counter.until(connected);
    const id = randomUUID();
    counter.notify('o1', { id });
    const seq = counter.notify('o1', { id });
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.tally('notification-again')).toBe(5);
    // What made no disk work is written down once the connection ends: it is not given again.
    counter.again();
    await counter.until(connected);
    expect(counter.relay.hellos.at(-1)?.venues).toEqual([{ venueId: 'v1', after: seq }]);
  });

  it('acknowledges nothing beyond what has not come yet, and takes it in once it comes', async () => {
    counter.relay.faults.isFirstLate = true;
    counter.relay.faults.sockets = 'blocked';
    const seqs = ['o1', 'o2', 'o3'].map((id) => counter.notify(id));
    await counter.until(() => counter.orders().includes('o3'));
    expect(counter.orders().toSorted()).toEqual(['o2', 'o3']);
    expect(counter.relay.acked.get('v1')).toBeUndefined();
    // Switched off there: what had come before its turn is given again, and what had not is not lost.
    counter.relay.faults.isFirstLate = false;
    counter.again();
    await counter.until(() => counter.relay.acked.get('v1') === seqs.at(-1));
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2', 'o3']);
  });

  it('takes in what comes in another order, and acknowledges all of it', async () => {
    counter.relay.faults.isReordered = true;
    const seqs = ['o1', 'o2', 'o3', 'o4'].map((id) => counter.notify(id));
    await counter.until(() => counter.relay.acked.get('v1') === seqs.at(-1));
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2', 'o3', 'o4']);
  });

  it('proves the connection every 5 s, and says how old the last proof and the last notification are', async () => {
    await counter.until(connected);
    counter.notify('o1');
    const before = counter.relay.pings.length;
    await counter.until(() => counter.relay.pings.length >= before + 3, 16_000);
    await counter.until(() => counter.kept.view()?.lastNewsAt);
    const { lastProofAt } = counter.kept.view() ?? {};
    const age = counter.time.wall() - Date.parse(lastProofAt ?? '');
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThanOrEqual(6_000);
  });

  it('asks again for a venue whose notifications the relay gives once it is connected here', async () => {
    counter.relay.revoke('');
    await counter.until(connected);
    counter.store.write(() => counter.store.venues.connected('v2', counter.time.wall()));
    await counter.until(() => counter.relay.hellos.at(-1)?.venues.length === 2);
    await counter.until(() => counter.kept.view()?.refusedVenues.includes('v2'));
  });

  it('begins anew where the relay was given another disk', async () => {
    await counter.until(connected);
    counter.notify('o1');
    await counter.until(() => counter.relay.acked.get('v1'));
    counter.store.write(() => counter.store.relay.keep(counter.relay.url, 'v1', 1_000_000));
    counter.kept.again();
    await counter.until(() => counter.relay.hellos.at(-1)?.venues[0]?.after === 0);
    const seq = counter.notify('o2');
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toContain('o2');
  });
});

describe('another program holds the database', () => {
  it('a notification is acknowledged once it is in a file, and taken over when the database is free', async () => {
    await counter.until(connected);
    const other = new Database(join(counter.dataDir, 'tillbridge.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const seq = counter.notify('o1');
    await counter.until(() => counter.setAside().length === 1);
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toEqual([]);
    expect([...counter.notices.keys()]).toContain('notifications-waiting');
    other.close();
    await counter.until(() => counter.orders().length > 0);
    expect(counter.setAside()).toEqual([]);
    expect([...counter.notices.keys()]).not.toContain('notifications-waiting');
    counter.again();
    await counter.until(connected);
    expect(counter.orders()).toEqual(['o1']);
  });
});

describe('what a defect of ours keeps out', () => {
  it('is tried again, and taken in once that helps', async () => {
    await counter.until(connected);
    counter.defectiveOrder = 'o1';
    const seq = counter.notify('o1');
    await counter.until(() => counter.defects.length === 1);
    expect(counter.orders()).toEqual([]);
    counter.defectiveOrder = null;
    await counter.until(() => counter.orders().length > 0);
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.relay.acked.get('v1')).toBe(seq);
    expect(counter.setAside()).toEqual([]);
    counter.defects.length = 0;
  });

  it('is set aside after some tries and told, and holds up nothing behind it', async () => {
    await counter.until(connected);
    counter.defectiveOrder = 'o1';
    counter.notify('o1');
    const seq = counter.notify('o2');
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toEqual(['o2']);
    expect(counter.setAside()).toHaveLength(1);
    await counter.until(() => counter.notices.has('notifications-set-aside'));
    expect([...counter.notices.values()]).toEqual([expect.stringMatching(/processed at the next start/)]);
    expect(counter.defects).toHaveLength(4);
    counter.defects.length = 0;
  });
});

describe('what cannot be believed', () => {
  it('waits at the relay while the secret stored here is another, and comes once the right one is stored', async () => {
    await counter.until(connected);
    counter.notify('o1', { secret: 'another-secret-of-many-bits' });
    const last = counter.notify('o2', { secret: 'another-secret-of-many-bits' });
    await counter.until(() => counter.tally('signature-wrong-for-venue') >= 2);
    expect(counter.orders()).toEqual([]);
    expect(counter.relay.acked.get('v1')).toBeUndefined();

    counter.secrets.unshift('another-secret-of-many-bits');
    counter.kept.again();
    await counter.until(() => counter.relay.acked.get('v1') === last);
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
    expect([...counter.notices.keys()]).toEqual([]);
  });

  it('blocks nothing behind it: a later one that is signed rightly is taken in, and staff are told', async () => {
    await counter.until(connected);
    counter.notify('forged', { secret: 'another-secret-of-many-bits' });
    const last = counter.notify('o2');
    await counter.until(() => counter.relay.acked.get('v1') === last);
    expect(counter.orders()).toEqual(['o2']);
    expect([...counter.notices.values()]).toEqual([expect.stringMatching(/without a valid signature/)]);
  });

  it('is asked for again while no secret is stored here at all', async () => {
    counter.secrets.length = 0;
    await counter.until(connected);
    const seq = counter.notify('o1');
    await counter.until(() => counter.relay.hellos.length >= 3);
    expect(counter.relay.acked.get('v1')).toBeUndefined();
    counter.secrets.push('a-secret-of-at-least-128-bits');
    await counter.until(() => counter.relay.acked.get('v1') === seq);
    expect(counter.orders()).toEqual(['o1']);
  });

  it('is not taken in for another venue than it is signed for, nor for one that is not ours', async () => {
    await counter.until(connected);
    const body = JSON.stringify({ id: 'n', type: 'order.notification', order: { id: 'o1', venue_id: 'v9', status: 'CREATED' } });
    const { createHmac } = await import('node:crypto');
    const signature = createHmac('sha256', 'a-secret-of-at-least-128-bits').update(body).digest('hex');
    counter.relay.take({ venueId: 'v1', body, signature });
    await counter.until(() => counter.tally('relay-news-of-another-venue') === 1);
    expect(counter.orders()).toEqual([]);
  });
});
