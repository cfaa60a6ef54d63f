/** Behind a balancer, the app is back at another relay within 15 s after its own is gone: closed for a deploy, or dead without a sign. */
import { expect, it } from 'vitest';
import { type CounterAtRelay, counterAtRelay } from './counter-at-relay.ts';

const BACK_MS = 15_000;
/** A balancer may still choose the closing relay for this long. */
const CHOSEN_MS = 6_000;

async function connectedApp(random: number, sockets: 'blocked' | null): Promise<CounterAtRelay> {
  const counter = await counterAtRelay({ random });
  counter.relay.faults.sockets = sockets;
  await counter.until(() => counter.state() === 'connected');
  expect(counter.kept.view()?.isPolled).toBe(sockets !== null);
  return counter;
}

async function isBack(counter: CounterAtRelay, since: number): Promise<void> {
  await counter.until(() => counter.state() === 'connected', BACK_MS - (counter.time.monotonic() - since));
  await counter.acked(counter.notify('o1'));
}

const WAYS = [
  ['by WebSocket', 0, null],
  ['by WebSocket', 1, null],
  ['by polling', 0, 'blocked'],
  ['by polling', 1, 'blocked'],
] as const;

it.each(WAYS)('%s (random %d): a relay that closes', async (_way, random, sockets) => {
  const counter = await connectedApp(random, sockets);
  const since = counter.time.monotonic();
  counter.relay.say({ type: 'refused', code: 'closing' });
  Object.assign(counter.relay.faults, { status: 503 });
  await counter.until(() => counter.state() !== 'connected' || counter.time.monotonic() - since >= CHOSEN_MS);
  await counter.time.advance(Math.max(0, CHOSEN_MS - (counter.time.monotonic() - since)));
  counter.relay.faults.status = null;
  await isBack(counter, since);
});

it.each(WAYS)('%s (random %d): a relay whose computer dies, right after it answered', async (_way, random, sockets) => {
  const counter = await connectedApp(random, sockets);
  const proof = counter.kept.view()?.lastProofAt;
  await counter.until(() => counter.kept.view()?.lastProofAt !== proof);
  const since = counter.time.monotonic();
  counter.relay.faults.isHalfOpen = true;
  await counter.until(() => counter.state() !== 'connected' && counter.relay.connected() === 0);
  counter.relay.faults.isHalfOpen = false;
  await isBack(counter, since);
});
