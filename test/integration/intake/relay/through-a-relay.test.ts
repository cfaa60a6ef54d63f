/** Orders reach an app behind a router through its relay. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { signed } from '../../../setup/intake.ts';
import { type CounterAtRelay, counterAtRelay, SECRET } from './counter-at-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay();
});

const connected = () => counter.state() === 'connected';

describe('an app at its relay', () => {
  beforeEach(() => counter.until(connected));

  it('stores an order, acknowledges it, and has it read', async () => {
    await counter.acked(counter.notify('o1'));
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.store.queue.get('read', 'o1')).toMatchObject({ state: 'waiting', payload: { orderId: 'o1', venueId: 'v1' } });
  });

  it('continues after the last stored notification when it is restarted', async () => {
    const first = counter.notify('o1');
    await counter.acked(first);
    counter.again();
    await counter.acked(counter.notify('o2'));
    expect(counter.relay.hellos.at(-1)?.venues).toEqual([{ venueId: 'v1', after: first }]);
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
  });

  it('stores a notification once, however often the relay delivers it', async () => {
    counter.relay.faults.times = 3;
    const id = randomUUID();
    counter.notify('o1', { id });
    const seq = counter.notify('o1', { id });
    await counter.acked(seq);
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.tally('notification-again')).toBe(5);
    // The position after duplicates is saved when the connection ends, so they aren't delivered again.
    counter.again();
    await counter.until(connected);
    expect(counter.relay.hellos.at(-1)?.venues).toEqual([{ venueId: 'v1', after: seq }]);
  });

  it('pings the relay every 5 s, and shows when it last answered and last delivered a notification', async () => {
    counter.notify('o1');
    const before = counter.relay.pings.length;
    await counter.until(() => counter.relay.pings.length >= before + 3, 16_000);
    await counter.until(() => counter.kept.view()?.lastNewsAt);
    const { lastProofAt } = counter.kept.view() ?? {};
    const age = counter.time.wall() - Date.parse(lastProofAt ?? '');
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThanOrEqual(6_000);
  });

  it('asks again for a venue once the relay serves it', async () => {
    counter.store.write(() => counter.store.venues.connected('v2', counter.time.wall()));
    await counter.until(() => counter.relay.hellos.at(-1)?.venues.length === 2);
    await counter.until(() => counter.kept.view()?.refusedVenues.includes('v2'));
  });
});

describe('an app that connects while notifications wait', () => {
  it('acknowledges no notification after a missing one, which it stores when it arrives', async () => {
    counter.relay.faults.isFirstLate = true;
    counter.relay.faults.sockets = 'blocked';
    const seqs = ['o1', 'o2', 'o3'].map((id) => counter.notify(id));
    await counter.until(() => counter.orders().includes('o3'));
    expect(counter.orders().toSorted()).toEqual(['o2', 'o3']);
    expect(counter.relay.acked.get('v1')).toBeUndefined();
    // Notifications after the gap are delivered again, and the missing one isn't lost.
    counter.relay.faults.isFirstLate = false;
    counter.again();
    await counter.acked(seqs.at(-1));
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2', 'o3']);
  });

  it('stores notifications in any order, and acknowledges all', async () => {
    counter.relay.faults.isReordered = true;
    const seqs = ['o1', 'o2', 'o3', 'o4'].map((id) => counter.notify(id));
    await counter.acked(seqs.at(-1));
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2', 'o3', 'o4']);
  });
});

describe('another program locks the database', () => {
  beforeEach(() => counter.until(connected));

  it('a notification is acknowledged once it is in a file, and stored when the database is free', async () => {
    const other = new Database(join(counter.dataDir, 'tillbridge.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const seq = counter.notify('o1');
    await counter.until(() => counter.setAside().length === 1);
    await counter.acked(seq);
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

describe('a notification whose storing fails because of a bug', () => {
  beforeEach(() => counter.until(connected));

  it('is retried, and stored once storing works', async () => {
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

  it("is set aside after some tries with a notice, and doesn't block those after it", async () => {
    counter.defectiveOrder = 'o1';
    counter.notify('o1');
    await counter.acked(counter.notify('o2'));
    expect(counter.orders()).toEqual(['o2']);
    expect(counter.setAside()).toHaveLength(1);
    await counter.until(() => counter.notices.has('notifications-set-aside'));
    expect([...counter.notices.values()]).toEqual([expect.stringMatching(/processed at the next start/)]);
    expect(counter.defects).toHaveLength(4);
    counter.defects.length = 0;
  });
});

describe("a notification that can't be verified", () => {
  beforeEach(() => counter.until(connected));

  it('waits at the relay while the secret on this computer is wrong, and is stored once that is right', async () => {
    counter.notify('o1', { secret: 'another-secret-of-many-bits' });
    const last = counter.notify('o2', { secret: 'another-secret-of-many-bits' });
    await counter.until(() => counter.tally('signature-wrong-for-venue') >= 2);
    expect(counter.orders()).toEqual([]);
    expect(counter.relay.acked.get('v1')).toBeUndefined();

    counter.secrets.unshift('another-secret-of-many-bits');
    counter.kept.again();
    await counter.acked(last);
    expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
    expect([...counter.notices.keys()]).toEqual([]);
  });

  it("doesn't block a later valid one, which is stored, and staff are notified", async () => {
    counter.notify('forged', { secret: 'another-secret-of-many-bits' });
    await counter.acked(counter.notify('o2'));
    expect(counter.orders()).toEqual(['o2']);
    expect([...counter.notices.values()]).toEqual([expect.stringMatching(/without a valid signature/)]);
  });

  it('is requested again and again until a secret is saved on this computer', async () => {
    counter.secrets.length = 0;
    const seq = counter.notify('o1');
    await counter.until(() => counter.relay.hellos.length >= 3);
    expect(counter.relay.acked.get('v1')).toBeUndefined();
    counter.secrets.push(SECRET);
    await counter.acked(seq);
    expect(counter.orders()).toEqual(['o1']);
  });

  it("isn't stored if the relay delivers it for another venue than it names", async () => {
    const body = JSON.stringify({ id: 'n', type: 'order.notification', order: { id: 'o1', venue_id: 'v9', status: 'CREATED' } });
    const signature = signed(body, SECRET)['SERVICE-SIGNATURE'];
    counter.relay.take({ venueId: 'v1', body, signature });
    await counter.until(() => counter.tally('relay-news-of-another-venue') === 1);
    expect(counter.orders()).toEqual([]);
  });
});
