/** A relay operator's request for a support file, up to the answer. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type CallInput, type CallName, sourceOf } from '../../../contract/contract.ts';
import { startTestRelay } from '../../integration/intake/relay/test-relay.ts';
import { openRelay, type RunningRelay } from '../../integration/relay/at-the-relay.ts';
import { type Invited, operator } from '../../integration/relay/light-counter.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue();

const REASON = 'Tickets print twice since Monday';
const shown = () => venue.state().app.app?.supportRequest ?? null;

async function join(address: string, code: string): Promise<void> {
  expect(await venue.call('settings.joinRelay', { address, code, secret: null })).toMatchObject({ ok: true });
  await until('the relay', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
}

async function atRelay() {
  const relay = await openRelay();
  const { body } = await operator(relay, 'POST', '/invitations', { venue_ids: [venue.venueId] });
  await join(relay.addresses.counter_url, (body as Invited).code);
  const [{ id } = { id: '' }] = ((await operator(relay, 'GET', '/counters')).body as { counters: { id: string }[] }).counters;
  const ask = (from: RunningRelay, method: string, below = '', given?: object) =>
    operator(from, method, `/counters/${id}/support${below}`, given);
  const requested = async (): Promise<string> => {
    expect(await ask(relay, 'POST', '', { reason: REASON })).toMatchObject({ status: 201 });
    return (await until('the request', shown)).id;
  };
  return { relay, ask, requested };
}

test('the manager sees who asks for which file and why, and the operator gets the same bytes', async () => {
  const { relay, ask, requested } = await atRelay();
  const id = await requested();
  expect(shown()).toEqual({ id, host: new URL(relay.addresses.counter_url).host, reason: REASON });
  expect(await venue.call('support.send', { id })).toMatchObject({ ok: false, problem: { code: 'support-not-asked' } });
  const file = await venue.ask('support.preview', { id });
  expect(JSON.parse(file.text)).toMatchObject({ version: expect.any(String), settings: expect.any(Object) });
  expect(await ask(relay, 'GET', '/file')).toMatchObject({ status: 404 });
  expect((await venue.ask('support.preview', { id })).text).toBe(file.text);

  expect(await venue.call('support.send', { id })).toMatchObject({ ok: true });
  await until('it is answered', () => shown() === null);
  expect((await ask(relay, 'GET')).body).toMatchObject({ id, state: 'sent', answered_at: expect.any(String) });
  const kept = await fetch(`${relay.addresses.operator_url}/counters/${await counterOf(relay)}/support/file`, {
    headers: { authorization: `Bearer ${relay.addresses.operator_key}` },
  });
  expect(await kept.text()).toBe(file.text);
  expect(await venue.call('support.send', { id })).toMatchObject({ ok: false, problem: { code: 'support-not-asked' } });
});

const counterOf = async (relay: RunningRelay) =>
  ((await operator(relay, 'GET', '/counters')).body as { counters: { id: string }[] }).counters[0]?.id;

test('with staff names only a manager sees the file and answers, and the answer is recorded with name and time', async () => {
  const { relay, ask, requested } = await atRelay();
  const watching = venue.app().watch(
    () => undefined,
    () => undefined,
  );
  const call = <N extends CallName>(name: N, input: CallInput<N>) => venue.app().call(name, input, watching);
  await call('staff.save', { id: 'ana', name: 'Ana', role: 'shift-lead' });
  await call('staff.save', { id: 'caro', name: 'Caro', role: 'manager', pin: '2468' });
  await call('settings.saveStaff', { staff: { on: true } });
  const id = await requested();
  for (const name of ['support.preview', 'support.send', 'support.refuse'] as const) {
    expect(await call(name, { id })).toMatchObject({ ok: false, problem: { code: 'nobody-signed-in' } });
    await call('staff.signIn', { id: 'ana', pin: null });
    expect(await call(name, { id })).toMatchObject({ ok: false, problem: { code: 'role' } });
    await call('staff.signOut', {});
  }
  expect((await ask(relay, 'GET')).body).toMatchObject({ state: 'asked' });

  await call('staff.signIn', { id: 'caro', pin: '2468' });
  expect(await call('support.preview', { id })).toMatchObject({ ok: true });
  expect(await call('support.send', { id })).toMatchObject({ ok: true });
  const changes = (await call('staff.changes', {})) as { value?: { changes: object[] } };
  expect(changes.value?.changes[0]).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/), who: 'Caro', what: 'support.send' });
  expect((await ask(relay, 'GET')).body).toMatchObject({ state: 'sent' });
  expect((await ask(relay, 'GET', '/file')).body).toMatchObject({ settings: { staff: expect.anything() } });
});

test('a refusal reaches the relay, also one that was away, and nothing is sent', async () => {
  const { relay, ask, requested } = await atRelay();
  const id = await requested();
  await relay.stop();
  await venue.untilLater('the relay to be gone', () => sourceOf(venue.state().app.app, 'relay')?.state === 'lost');
  await venue.ask('support.preview', { id });
  expect(await venue.call('support.send', { id })).toMatchObject({ ok: false, problem: { code: 'relay-unreachable' } });
  expect(shown()?.id).toBe(id);
  expect(await venue.call('support.refuse', { id })).toMatchObject({ ok: true });
  await until('it is answered', () => shown() === null);
  const again = await relay.again();
  await venue.untilLater('the relay again', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
  await expect.poll(async () => (await ask(again, 'GET')).body).toMatchObject({ state: 'refused' });
  expect(await ask(again, 'GET', '/file')).toMatchObject({ status: 404 });
  expect(shown()).toBeNull();
});

test('a withdrawn request leaves the screen, and its file can no longer be sent', async () => {
  const { relay, ask, requested } = await atRelay();
  const id = await requested();
  await venue.ask('support.preview', { id });
  await ask(relay, 'DELETE');
  await until('it is gone', () => shown() === null);
  expect(await venue.call('support.send', { id })).toMatchObject({ ok: false, problem: { code: 'support-not-asked' } });
  expect((await ask(relay, 'GET')).status).toBe(404);
});

test('a relay that asks again and again has one request on the screen, and another at most every minute', async () => {
  const relay = await startTestRelay();
  onTestFinished(() => relay[Symbol.asyncDispose]());
  await join(relay.url, relay.invite([venue.venueId]));
  const request = (reason: string) => ({ id: randomUUID(), reason, askedAt: new Date().toISOString() });
  const first = request('the first');
  relay.say({ type: 'support', request: first });
  await until('the first', () => shown()?.id === first.id);
  for (let one = 0; one < 300; one += 1) {
    relay.say({ type: 'support', request: request(`number ${one}`) });
    relay.say({ type: 'support', request: null });
  }
  const last = request('the last');
  relay.say({ type: 'support', request: last });
  await until('the first is gone', () => shown()?.id !== first.id);
  const now = relay.pings.length;
  await venue.untilLater('all are read', () => relay.pings.length > now + 1);
  expect(shown()).toBeNull();
  await venue.untilLater('the last', () => shown()?.id === last.id);
  await venue.call('support.refuse', { id: last.id });
  await until('it is answered', () => shown() === null);
  relay.say({ type: 'support', request: last });
  relay.say('{"type":"support","request":{"id":"../../etc","reason":"x","askedAt":"2026-11-22T12:00:00.000Z"}}');
  const pings = relay.pings.length;
  await venue.untilLater('both are read', () => relay.pings.length > pings + 1);
  expect(shown()).toBeNull();
});
