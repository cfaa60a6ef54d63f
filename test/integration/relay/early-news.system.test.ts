/** While Postgres is away, counters get notifications from the relay's own disk, and are welcomed. */
import { expect, onTestFinished, test } from 'vitest';
import { makeSealPair, open } from '../../../contract/relay/sealed.ts';
import { NO_PROOF_AFTER_MS, RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { openLine } from '../../../lab/faults/relay/line.ts';
import { chanceOf } from '../../../lab/faults/seeded.ts';
import { openPostgres } from '../../setup/postgres.ts';
import { deliveryEvent, OTHER_VENUE, openRelay, orderNotification, postDelivery, postOrder, VENUE } from './at-the-relay.ts';
import { hello, keyFor, type LightCounter, listen, type News, ping } from './light-counter.ts';

const LONG = { timeout: 60_000 };

async function relayOnPostgres() {
  const postgres = await openPostgres();
  const relay = await openRelay({ settings: { engine: { postgres: { urls: [postgres.url], replicated_beneath: true } } } });
  return { postgres, relay, ...(await keyFor(relay, VENUE)) };
}

const early = (counter: LightCounter): News[] => counter.news().filter(({ seq }) => seq === 0);
const numbered = (counter: LightCounter): News[] => counter.news().filter(({ seq }) => seq > 0);
const bodies = (news: News[]): string[] => news.map(({ body }) => Buffer.from(body, 'base64').toString());

test('a connected counter gets each at once and in order, and again with its number; the limit of unacknowledged ones is for numbers', async () => {
  const { postgres, relay, key } = await relayOnPostgres();
  const counter = await listen(relay, key, { [VENUE]: 0 });
  await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => numbered(counter).length, LONG).toBe(1);
  counter.ack(VENUE);
  postgres.kill();
  const sent = Array.from({ length: 40 }, () => orderNotification(VENUE));
  for (const body of sent) {
    expect(await postOrder(relay, body)).toBe(200);
    await expect.poll(() => bodies(early(counter)).at(-1), LONG).toBe(body.toString());
  }
  expect(bodies(early(counter))).toEqual(sent.map(String));
  expect(early(counter).filter((news) => 'after' in news)).toEqual([]);
  counter.send(ping(1));
  await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', newsAt: early(counter).at(-1)?.takenAt });
  postgres.start();
  await expect.poll(() => bodies(numbered(counter)).slice(1), LONG).toEqual(sent.map(String));
  expect(early(counter)).toHaveLength(40);
  const seqs = numbered(counter).map(({ seq }) => seq);
  expect(numbered(counter).map(({ after }) => after)).toEqual([0, ...seqs.slice(0, -1)]);
}, 120_000);

test('a courier event goes to the venue that an earlier event named here, sealed for its counter', async () => {
  const { postgres, relay, key } = await relayOnPostgres();
  const pair = makeSealPair();
  const counter = await listen(relay, key, { [VENUE]: 0 }, pair.publicKey);
  await expect.poll(() => counter.frames.length).toBe(1);
  const event = (type: string, details: object) => deliveryEvent({ type, dispatched_at: '2026-11-22T12:00:00Z', details });
  expect(await postDelivery(relay, event('order.received', { id: 'e1', venue_id: VENUE, tracking_reference: 't1' }))).toBe(200);
  await expect.poll(() => numbered(counter).length, LONG).toBe(1);
  postgres.kill();
  const place = event('order.location_updated', { id: 'e2', tracking_id: 't1' });
  expect(await postDelivery(relay, place)).toBe(200);
  expect(await postDelivery(relay, event('order.location_updated', { id: 'e3', tracking_id: 'unheard' }))).toBe(200);
  await expect.poll(() => early(counter).length, LONG).toBe(1);
  const [news] = early(counter);
  expect(news).toMatchObject({ kind: 'delivery', sealed: true, signature: null });
  expect(open(Buffer.from(news?.body ?? '', 'base64'), pair)).toEqual({ ok: true, body: place });
  postgres.start();
  await expect.poll(() => numbered(counter).length, LONG).toBe(2);
}, 120_000);

test('a counter that connects meanwhile is welcomed at its position, gets what the disk has, and later the rest without a new connection', async () => {
  const { postgres, relay, key } = await relayOnPostgres();
  const [read, waiting, spooled] = [orderNotification(VENUE), orderNotification(VENUE), orderNotification(VENUE)];
  await postOrder(relay, read);
  await postOrder(relay, waiting);
  const quiet = await keyFor(relay, OTHER_VENUE);
  await postOrder(relay, orderNotification(OTHER_VENUE));
  const before = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => before.news().length, LONG).toBe(2);
  await before.close();
  const position = before.news()[0]?.seq ?? 0;
  postgres.kill();
  expect(await postOrder(relay, spooled)).toBe(200);

  const counter = await listen(relay, key, { [VENUE]: position });
  await expect.poll(() => counter.frames[0], LONG).toMatchObject({ type: 'welcome', venues: [{ venueId: VENUE, last: position }] });
  await expect.poll(() => bodies(counter.news())).toEqual([String(spooled)]);
  const other = await listen(relay, quiet.key, { [OTHER_VENUE]: 0 });
  await expect.poll(() => other.frames.length, LONG).toBe(1);
  postgres.start();
  await expect.poll(() => bodies(numbered(counter)), LONG).toEqual([waiting, spooled].map(String));
  expect(numbered(counter)[0]?.after).toBe(position);
  // Nothing new arrives for this venue.
  await expect.poll(() => numbered(other).length, LONG).toBe(1);
}, 120_000);

test('a counter that polls gets each once, however many there are', async () => {
  const { postgres, relay, key } = await relayOnPostgres();
  postgres.kill();
  const sent = Array.from({ length: 150 }, () => orderNotification(VENUE));
  for (const body of sent) await postOrder(relay, body);
  const got: News[] = [];
  for (let polls = 0; got.length < 150 && polls < 5; polls += 1) {
    const headers = { authorization: `Bearer ${key}` };
    const body = JSON.stringify({ frames: [hello({ [VENUE]: 0 })], wait: 1_000 });
    const answer = await fetch(relay.addresses.counter_url + RELAY_PATHS.poll, { method: 'POST', headers, body });
    const { frames } = (await answer.json()) as Pick<LightCounter, 'frames'>;
    got.push(...frames.filter((frame) => frame.type === 'news'));
  }
  expect(bodies(got)).toEqual(sent.map(String));
}, 120_000);

test('while the database is silent, a counter that connects gets its pongs', async () => {
  const postgres = await openPostgres();
  const line = await openLine(postgres.port, chanceOf(1));
  onTestFinished(line.close);
  const url = new URL(postgres.url);
  url.port = new URL(line.url).port;
  const relay = await openRelay({ settings: { engine: { postgres: { urls: [url.href], replicated_beneath: true } } } });
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyFor(relay, VENUE)));
  line.set('half-open');
  const counters = await Promise.all(keys.map(({ key }) => listen(relay, key, null)));
  const withFrame = (type: string) => counters.filter(({ frames }) => frames.some((frame) => frame.type === type)).length;
  for (const counter of counters) counter.send(JSON.stringify({ ...hello({ [VENUE]: 0 }), support: { request: null } }));
  await expect.poll(() => withFrame('welcome'), LONG).toBe(8);
  for (const counter of counters) counter.send(ping(1));
  // An app without a pong would disconnect.
  await expect.poll(() => withFrame('pong'), { timeout: NO_PROOF_AFTER_MS }).toBe(8);
  line.set('cut');
}, 120_000);
