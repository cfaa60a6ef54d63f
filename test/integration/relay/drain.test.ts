/** A relay that is being stopped sends its counters elsewhere, and goes on taking notifications until all are away. */
import { expect, test } from 'vitest';
import { RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { testTime } from '../../setup/test-time.ts';
import { openRelay, orderNotification, postOrder, VENUE } from './at-the-relay.ts';
import { hello, keyFor, listen } from './light-counter.ts';

const COUNTERS = 60;

test('counters are sent away in batches; meanwhile notifications are taken and no counter is', async () => {
  const time = testTime();
  const relay = await openRelay({ time, settings: { limits: { redeem_tries_per_minute: COUNTERS + 1 } } });
  const { counter_url: url } = relay.addresses;
  const health = async () => (await fetch(`${url}/health`)).status;
  const counters: Awaited<ReturnType<typeof listen>>[] = [];
  let gone = 0;
  for (let count = 0; count < COUNTERS; count += 1) {
    const counter = await listen(relay, (await keyFor(relay, VENUE)).key, { [VENUE]: 0 });
    await expect.poll(() => counter.frames.length).toBe(1);
    counter.socket.once('close', () => {
      gone += 1;
    });
    counters.push(counter);
  }
  const { key } = await keyFor(relay, VENUE);
  expect(await health()).toBe(200);
  const drained = relay.drain();
  await expect.poll(() => gone).toBe(50);
  expect(await counters[0]?.ended).toBe('closing');

  expect(await health()).toBe(503);
  await expect(listen(relay, key, { [VENUE]: 0 })).rejects.toThrow('503');
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ frames: [hello({ [VENUE]: 0 })], wait: 0 });
  const polled = await fetch(url + RELAY_PATHS.poll, { method: 'POST', headers, body });
  expect([polled.status, await polled.json()]).toEqual([503, { type: 'refused', code: 'closing' }]);
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  await expect.poll(() => counters.at(-1)?.news().length).toBe(1);
  expect(gone).toBe(50);

  await time.advance(100);
  await drained;
  expect(await Promise.all(counters.map(({ ended }) => ended))).toEqual(Array(COUNTERS).fill('closing'));
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  expect(relay.defects).toEqual([]);
});
