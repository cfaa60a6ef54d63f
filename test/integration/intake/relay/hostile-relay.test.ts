/** A compromised relay can withhold but not forge, and can't exhaust the app's time or memory. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { signed } from '../../../setup/intake.ts';
import { type CounterAtRelay, counterAtRelay, SECRET } from './counter-at-relay.ts';
import type { News } from './test-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay();
  await counter.until(() => counter.state() === 'connected');
});

const body = (orderId: string, venueId = 'v1', more: object = {}): string =>
  JSON.stringify({ id: randomUUID(), type: 'order.notification', order: { id: orderId, venue_id: venueId, status: 'CREATED' }, ...more });
const sign = (text: string, secret = SECRET): string => signed(text, secret)['SERVICE-SIGNATURE'];
const news = (text: string, over: Partial<News> = {}): News => ({
  type: 'news',
  venueId: 'v1',
  seq: 5,
  takenAt: '2026-11-22T12:00:00.000Z',
  kind: 'order',
  signature: sign(text),
  body: Buffer.from(text).toString('base64'),
  ...over,
});
const stored = (): string[] => counter.store.inbox.newest(10_000).map(({ body }) => body);

describe('a compromised relay', () => {
  it.each<[string, unknown]>([
    ["text that isn't JSON", 'hello'],
    ['an empty frame', ''],
    ['a binary frame', Buffer.from([0, 1, 2, 255])],
    ['a list as a frame', '[]'],
    ['a frame of an unknown type', { type: 'run' }],
    ["a type that isn't a text", { type: {} }],
    ['__proto__ and constructor', '{"__proto__":{"type":"news"},"type":"constructor"}'],
    ['brackets within brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects within objects', `{"type":"pong","id":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`],
    ['a hundred thousand values', `{"type":"welcome","venues":[${'1,'.repeat(100_000)}1]}`],
    ['a number for the venue', news(body('o1'), { venueId: 7 as never })],
    ["a seq that isn't a number", news(body('o1'), { seq: 'NaN' as never })],
    ['a negative seq', news(body('o1'), { seq: -1 })],
    ['a seq that is too large for a number', '{"type":"news","venueId":"v1","seq":1e400}'],
    ["a body that isn't base64", news(body('o1'), { body: '<order>' })],
    ['a body that is a number', news(body('o1'), { body: 5 as never })],
    ["a body longer than the service's", news(body('o1', 'v1', { more: 'x'.repeat(70_000) }))],
    ['a signature of a megabyte', news(body('o1'), { signature: 'a'.repeat(200_000) })],
    ['a notification without a signature', news(body('o1'), { signature: null })],
    ['a notification signed with another secret', news(body('o1'), { signature: sign(body('o1'), 'another-secret-of-many-bits') })],
    ['a notification with the signature of another', news(body('o1'), { signature: sign(body('o2')) })],
    ["a notification of a venue that isn't ours", news(body('o1', 'v2'), { venueId: 'v2' })],
    ['a notification for our venue, signed for another', news(body('o1', 'v2'))],
    ['an order marked as a courier event', news(body('o1'), { kind: 'delivery' })],
    ['an unsigned delivery event', news('{"token":"a.b.c"}', { kind: 'delivery', signature: null })],
    ['a pong without a ping', { type: 'pong', id: 999_999, at: '2026-11-22T12:00:00.000Z', newsAt: null }],
    ['another welcome', { type: 'welcome', version: 2, relayVersion: 'x', at: '2026-11-22T12:00:00.000Z', venues: [], refused: [] }],
  ])('that sends %s gets nothing of it stored, and an order after it arrives', async (_what, frame) => {
    counter.relay.say(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    await counter.acked(counter.notify('o-behind'));
    expect(counter.orders()).toEqual(['o-behind']);
  });

  it('that answers pongs without a matching ping no longer counts as connected', async () => {
    counter.relay.faults.isHalfOpen = true;
    const answered = counter.relay.pings.length;
    for (let second = 0; second < 15 && counter.state() === 'connected'; second += 1) {
      for (const id of [1, answered, 999_999])
        counter.relay.say({ type: 'pong', id, at: '2026-11-22T12:00:00.000Z', newsAt: null, keeps: true });
      await counter.time.advance(1_000);
    }
    expect(counter.state()).not.toBe('connected');
  });

  it('that sends an oversized frame loses only its connection', async () => {
    counter.relay.say('x'.repeat(400_000));
    await counter.until(() => counter.relay.connected() === 0);
    await counter.acked(counter.notify('o1'));
    expect(counter.orders()).toEqual(['o1']);
  });

  it('that sends the highest possible number, then the lowest, causes no lasting loss once it is repaired', async () => {
    const text = body('o1');
    counter.relay.say(news(text, { seq: Number.MAX_SAFE_INTEGER }));
    await counter.until(() => counter.orders().length === 1);
    counter.relay.say(news(body('o2'), { seq: 1 }));
    await counter.until(() => counter.orders().length === 2);
    counter.relay.cut();
    // The app's position is above every number of the repaired relay, so it asks for everything again.
    await counter.until(() => counter.relay.hellos.length >= 3 && counter.state() === 'connected');
    expect(counter.relay.hellos.at(-1)?.venues[0]?.after).toBe(0);
    await counter.acked(counter.notify('o3'));
    expect(counter.orders()).toContain('o3');
  });

  it('that repeats a signed notification thousands of times has it stored once', async () => {
    const text = body('o1');
    for (let seq = 1; seq <= 3_000; seq += 1) counter.relay.say(news(text, { seq }));
    await counter.until(() => counter.tally('notification-again') >= 2_999, 120_000);
    expect(counter.orders()).toEqual(['o1']);
    expect(counter.store.relay.after(counter.relay.url, 'v1')).toBeLessThan(3_000);
  });

  it('that floods with forgeries gets none stored, and is read only as fast as signatures are checked', async () => {
    const forged = JSON.stringify(news(body('forged', 'v1', { more: 'x'.repeat(20_000) }), { signature: sign('x', 'another-secret') }));
    for (let sent = 0; sent < 4_000; sent += 1) {
      counter.relay.say(forged);
      if (sent % 100 === 0) await counter.time.advance(100);
    }
    await counter.time.advance(5_000);
    expect(stored()).toEqual([]);
    // 115 MB were sent: the unread part waits at the relay, in this process.
    expect(counter.tally('signature-wrong-for-venue')).toBeLessThan(4_000);
  });
});
