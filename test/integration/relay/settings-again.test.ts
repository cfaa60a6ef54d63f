/** Changes in the settings file of a running relay. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';
import { deliveryEvent, openRelay, orderNotification, postDelivery, postOrder, type RunningRelay, signed, VENUE } from './at-the-relay.ts';
import { operator } from './light-counter.ts';

const FIRST = 'the-first-secret-of-the-webhook';
const SECOND = 'the-second-secret-of-the-webhook';
const THIRD = 'the-third-secret-of-the-webhook';

let written = 0;
function write(file: string, text: string | object): void {
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  // Two writes within one tick of the file system's clock still count as two.
  written += 1;
  utimesSync(file, written, written);
}

async function ordersTakenWith(relay: RunningRelay, secret: string): Promise<number> {
  const body = orderNotification(VENUE);
  return postOrder(relay, body, signed(body, secret));
}
const deliveriesTakenWith = (relay: RunningRelay, secret: string) =>
  postDelivery(relay, deliveryEvent({ type: 'order.received', details: { id: secret, venue_id: VENUE } }, secret));
const problems = async (relay: RunningRelay) =>
  ((await operator(relay, 'GET', '/problems')).body as { problems: { code: string; text: string }[] }).problems.filter(
    ({ code }) => code === 'settings',
  );

test('changed webhook secrets apply without a restart; an invalid file is reported and ignored', async () => {
  const dataDir = testFolder();
  const settingsFile = join(dataDir, 'relay.json');
  const webhook_secrets = { orders: [FIRST], deliveries: [FIRST] };
  write(settingsFile, { webhook_secrets });
  const relay = await openRelay({ dataDir, settingsFile, settings: { webhook_secrets } });
  expect([await ordersTakenWith(relay, FIRST), await ordersTakenWith(relay, SECOND)]).toEqual([200, 401]);

  write(settingsFile, { webhook_secrets: { orders: [SECOND, FIRST], deliveries: [SECOND, FIRST] } });
  await expect.poll(() => ordersTakenWith(relay, SECOND), { timeout: 10_000 }).toBe(200);
  expect(await ordersTakenWith(relay, FIRST)).toBe(200);
  expect([await deliveriesTakenWith(relay, SECOND), await deliveriesTakenWith(relay, FIRST)]).toEqual([200, 200]);

  for (const [text, why] of [
    ['{"webhook_secrets": {"orders": ["the-third-', 'is no JSON'],
    [{ webhook_secrets: { orders: [THIRD, SECOND, FIRST] } }, 'webhook_secrets.orders is wrong'],
    [{ webhook_secrets: { orders: ['short'] } }, 'webhook_secrets.orders.0 is wrong'],
  ] as const) {
    write(settingsFile, text);
    await expect.poll(() => problems(relay), { timeout: 10_000 }).toMatchObject([{ text: expect.stringContaining(why) }]);
    expect([await ordersTakenWith(relay, SECOND), await ordersTakenWith(relay, FIRST), await ordersTakenWith(relay, THIRD)]).toEqual([
      200, 200, 401,
    ]);
    for (const secret of [SECOND, FIRST, 'the-third-', 'short']) expect(JSON.stringify(await problems(relay))).not.toContain(secret);
  }
  rmSync(settingsFile);
  await expect.poll(() => problems(relay), { timeout: 10_000 }).toMatchObject([{ text: expect.stringContaining('cannot be read') }]);
  expect(await ordersTakenWith(relay, SECOND)).toBe(200);

  write(settingsFile, { webhook_secrets: { orders: [SECOND], deliveries: [SECOND] } });
  await expect.poll(() => ordersTakenWith(relay, FIRST), { timeout: 10_000 }).toBe(401);
  expect([await ordersTakenWith(relay, SECOND), await deliveriesTakenWith(relay, FIRST)]).toEqual([200, 401]);
  expect(await problems(relay)).toEqual([]);
});

test('a relay started without a settings file reports nothing, and reads one that is added later', async () => {
  const dataDir = testFolder();
  const settingsFile = join(dataDir, 'relay.json');
  const time = runningTime();
  const relay = await openRelay({ dataDir, settingsFile, settings: { webhook_secrets: { orders: [], deliveries: [] } }, time });
  await time.advance(5_000);
  expect([await problems(relay), relay.defects]).toEqual([[], []]);
  write(settingsFile, { webhook_secrets: { orders: [FIRST] } });
  await time.advance(1_000);
  expect(await ordersTakenWith(relay, FIRST)).toBe(200);
  rmSync(settingsFile);
  await time.advance(1_000);
  expect(await problems(relay)).toMatchObject([{ text: expect.stringContaining('cannot be read') }]);
  expect(await ordersTakenWith(relay, FIRST)).toBe(200);
});
