/** Relays behind one address: who was invited at one joins at another, and what one takes reaches a counter of another. */
import { expect, test } from 'vitest';
import { makeSealPair, open } from '../../../../contract/relay/sealed.ts';
import { makeSettingsPair, signSettings } from '../../../../contract/relay/settings-document.ts';
import type { NatsServer } from '../../../setup/nats-server.ts';
import {
  deliveryEvent,
  folderOfRelay,
  OTHER_VENUE,
  openRelay,
  orderNotification,
  postDelivery,
  postOrder,
  type RunningRelay,
  VENUE,
} from '../at-the-relay.ts';
import { hello, type Invited, keyFor, type LightCounter, listen, operator, redeem } from '../light-counter.ts';
import { startNats } from './started.ts';

const patiently = { timeout: 30_000 };

function onRelay(server: NatsServer, dataDir?: string): Promise<RunningRelay> {
  const settings = { engine: { nats: { servers: [server.url], replicas: 1 as const } } };
  return openRelay({ settings, ...(dataDir === undefined ? {} : { dataDir }) });
}

async function codeFrom(relay: RunningRelay, ...venueIds: string[]): Promise<string> {
  return ((await operator(relay, 'POST', '/invitations', { venue_ids: venueIds })).body as Invited).code;
}

test('a counter that was invited at one relay joins at another, is given what a third one takes, and is sent away by any', async () => {
  const server = await startNats();
  const [one, two, three] = [await onRelay(server), await onRelay(server), await onRelay(server)];
  const { body } = await redeem(two, await codeFrom(one, VENUE));
  expect(body).toMatchObject({ venueIds: [VENUE] });
  const counter = await listen(one, String(body.key), { [VENUE]: 0 });
  expect(await postOrder(three, orderNotification(VENUE))).toBe(200);
  await expect.poll(() => counter.news(), patiently).toHaveLength(1);
  counter.ack(VENUE);
  // Any relay knows that it is there.
  await expect
    .poll(async () => (await operator(two, 'GET', '/counters')).body, patiently)
    .toMatchObject({
      counters: [{ id: body.counterId, is_connected: true, app_version: '0.1.0' }],
    });
  // It moves on, and has acknowledged what it had.
  await counter.close();
  await expect.poll(async () => (await operator(three, 'GET', `/venues/${VENUE}/backlog`)).body, patiently).toMatchObject({ waiting: 0 });
  const moved = await listen(three, String(body.key), { [VENUE]: counter.news()[0]?.seq ?? 0 });
  expect(await postOrder(one, orderNotification(VENUE))).toBe(200);
  await expect.poll(() => moved.news(), patiently).toHaveLength(1);
  expect(await operator(two, 'DELETE', `/counters/${body.counterId}`)).toMatchObject({ status: 204 });
  expect(await moved.ended).toBe('revoked');
  for (const relay of [one, two, three]) expect(await (await listen(relay, String(body.key), null)).ended).toBe('revoked');
});

test('a code that is tried at two relays at once becomes one key', async () => {
  const server = await startNats();
  const [one, two] = [await onRelay(server), await onRelay(server)];
  const code = await codeFrom(one, VENUE);
  const answers = await Promise.all([redeem(one, code), redeem(two, code), redeem(two, code), redeem(one, code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  expect(answers.filter(({ status }) => status === 400).map(({ body }) => body.code)).toEqual(['used', 'used', 'used']);
  expect((await redeem(two, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).body).toEqual({ code: 'unknown' });
});

test('while the engine is away no code and no unknown key is judged, and whoever is known is let in', async () => {
  const server = await startNats();
  const one = await onRelay(server);
  const known = await keyFor(one, VENUE);
  const code = await codeFrom(one, OTHER_VENUE);
  await server.kill();
  await expect
    .poll(async () => (await operator(one, 'GET', '/problems')).body, patiently)
    .toMatchObject({
      problems: [{ code: 'engine', says: expect.stringContaining('NATS does not answer') }],
    });
  expect(await operator(one, 'POST', '/invitations', { venue_ids: [VENUE] })).toEqual({
    status: 503,
    body: { error: 'The engine that relays share does not answer. Try again in a moment.' },
  });
  expect((await redeem(one, code).catch(() => ({ status: 503 }))).status).toBe(503);
  expect(await (await listen(one, 'some-key-that-another-relay-may-have-made', null)).ended).toBe('closing');
  const counter = await listen(one, known.key, { [VENUE]: 0 });
  expect(await postOrder(one, orderNotification(VENUE))).toBe(200);
  await server.start();
  // It comes when the engine does; and the code is as good as before.
  await expect.poll(() => counter.news(), patiently).toHaveLength(1);
  await expect.poll(async () => (await redeem(one, code).catch(() => ({ status: 503 }))).status, patiently).toBe(200);
});

test('a relay that was alone brings its counters and its news along, and takes them back', async () => {
  const alone = await openRelay();
  const { key } = await keyFor(alone, VENUE);
  expect(await postOrder(alone, orderNotification(VENUE))).toBe(200);
  await alone.stop();
  const server = await startNats();
  const first = await onRelay(server, alone.dataDir);
  const second = await onRelay(server);
  const counter = await listen(second, key, { [VENUE]: 0 });
  await expect.poll(() => counter.news(), patiently).toHaveLength(1);
  await server.kill();
  expect(await postOrder(first, orderNotification(VENUE))).toBe(200);
  await first.stop();
  const again = await openRelay({ dataDir: alone.dataDir });
  const back = await listen(again, key, { [VENUE]: 0 });
  await expect.poll(() => back.news(), patiently).toHaveLength(2);
});

test('courier news is sealed for the key that a counter gave to another relay, and what waits for nobody yet is opened by any of them, also by one that was away', async () => {
  const server = await startNats();
  const folder = folderOfRelay();
  const [one, two] = [await onRelay(server), await onRelay(server, folder)];
  const pair = makeSealPair();
  const { key } = await keyFor(one, VENUE);
  const counter = await listen(one, key, { [VENUE]: 0 }, pair.publicKey);
  await expect.poll(() => counter.frames.length, patiently).toBeGreaterThan(0);
  const event = (id: string, venueId: string) => deliveryEvent({ type: 'order.received', details: { id, venue_id: venueId } });
  const sealedAtTwo = async (id: string): Promise<boolean> => {
    expect(await postDelivery(two, event(id, VENUE))).toBe(200);
    await expect.poll(() => counter.news().length, patiently).toBe(sent.push(id));
    return counter.news().at(-1)?.sealed === true;
  };
  const sent: string[] = [];
  // As soon as the other one has heard of it.
  await expect.poll(() => sealedAtTwo(`e${sent.length}`), patiently).toBe(true);
  const bodies = counter.news().map(({ body, sealed }) => {
    const bytes = Buffer.from(body, 'base64');
    const opened = sealed ? open(bytes, pair) : { ok: true as const, body: bytes };
    return opened.ok ? opened.body : null;
  });
  expect(bodies).toEqual(sent.map((id) => event(id, VENUE)));

  await two.stop();
  const early = event('early', OTHER_VENUE);
  expect(await postDelivery(one, early)).toBe(200);
  const again = await onRelay(server, folder);
  const other = await keyFor(again, OTHER_VENUE);
  const late = await listen(again, other.key, { [OTHER_VENUE]: 0 }, makeSealPair().publicKey);
  await expect.poll(() => late.news().length, patiently).toBe(1);
  expect(Buffer.from(late.news()[0]?.body ?? '', 'base64')).toEqual(early);
});

test('settings that one relay was given reach the counters of every other, once in each version, and outlive a relay', async () => {
  const server = await startNats();
  const folder = folderOfRelay();
  const [one, two] = [await onRelay(server), await onRelay(server, folder)];
  const pair = makeSettingsPair();
  const document = (version: number) =>
    signSettings({ format: 1, group: 'harbour', version, by: 'Example chain', made_at: '2026-11-22T12:00:00.000Z', settings: {} }, pair);
  const invited = { venue_ids: [VENUE], group: 'harbour', settings_key: pair.publicKey };
  const { body } = await redeem(two, ((await operator(one, 'POST', '/invitations', invited)).body as Invited).code);
  expect(body.settings).toEqual({ group: 'harbour', key: pair.publicKey });
  const given = async (relay: RunningRelay, version: number) => {
    const counter = await listen(relay, String(body.key), null);
    counter.send({ ...hello({ [VENUE]: 0 }), settings: { version, refused: null } } as Parameters<typeof counter.send>[0]);
    return counter;
  };
  const settings = (counter: LightCounter) => counter.frames.filter(({ type }) => type === 'settings');
  const counter = await given(two, 0);
  await expect.poll(() => counter.frames.length, patiently).toBeGreaterThan(0);
  expect(await operator(one, 'POST', '/settings/harbour', document(1))).toMatchObject({ status: 201 });
  await expect.poll(() => settings(counter), patiently).toEqual([{ type: 'settings', ...document(1) }]);
  // Of two that are given the same version at once one is first.
  const raced = await Promise.all([one, two].map((relay) => operator(relay, 'POST', '/settings/harbour', document(2))));
  expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await expect.poll(() => settings(counter), patiently).toHaveLength(2);
  await two.stop();
  const again = await onRelay(server, folder);
  const back = await given(again, 0);
  await expect.poll(() => settings(back), patiently).toEqual([{ type: 'settings', ...document(2) }]);
  // One that knew nothing before has all of it.
  const three = await onRelay(server);
  await expect
    .poll(async () => (await operator(three, 'GET', '/settings/harbour')).body, patiently)
    .toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1 }] });
});
