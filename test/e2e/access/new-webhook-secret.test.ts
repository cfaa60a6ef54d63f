/** Changing the webhook secret: whatever staff tap, orders signed with the service's secret arrive. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { until, WEBHOOK_SECRET } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue({ printers: false });

const view = () => venue.state().app.app?.webhookSecret;
const save = async (secret: string) => expect(await venue.call('settings.saveWebhookSecret', { secret })).toMatchObject({ ok: true });
const saved = (count: number) => Array.from({ length: count }, (_, n) => `a-secret-no-one-gave-away-${n}`);
let posted = 0;

async function post(secret: string): Promise<number> {
  posted += 1;
  const order = { id: `posted-${posted}`, venue_id: venue.venueId, status: 'CREATED' };
  const body = JSON.stringify({ id: `posted-${posted}`, type: 'order.notification', order });
  const url = (await venue.app().receiverUrl()) ?? '';
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return (await fetch(url, { method: 'POST', headers: { 'service-signature': signature }, body })).status;
}

test("the verified secret stays valid while new ones are saved that the service doesn't use, also after a restart", async () => {
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  await until('the proof', () => view()?.verifiedAt);
  for (const secret of saved(2)) await save(secret);
  await until('the change', () => view()?.isChange);
  expect(view()).toMatchObject({ isSaved: true, verifiedAt: null, isChange: true, isRefused: false });
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  await venue.stopApp();
  await venue.startApp();
  for (const secret of saved(9)) await save(secret);
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  expect(view()).toMatchObject({ verifiedAt: null, isChange: true, isRefused: false });
});

test('secrets saved on two screens at once are both valid, like the old one', async () => {
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  const both = saved(2);
  await Promise.all(both.map(save));
  expect(await Promise.all([WEBHOOK_SECRET, ...both].map(post))).toEqual([200, 200, 200]);
});

test('once the service uses the new secret, the old one stays valid until the next change', async () => {
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  const [first = '', second = ''] = saved(2);
  await save(first);
  expect(await post(first)).toBe(200);
  await until('the proof', () => view()?.verifiedAt && view()?.isChange === false);
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  await save(second);
  expect(await Promise.all([WEBHOOK_SECRET, first, second].map(post))).toEqual([401, 200, 200]);
});

test('of several saved secrets, the one the service uses stays valid', async () => {
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  const [first = '', second = '', ...others] = saved(9);
  for (const secret of [first, second]) await save(secret);
  expect(await post(first)).toBe(200);
  for (const secret of others) await save(secret);
  expect(await post(first)).toBe(200);
});

test('saving the secret in use again changes nothing, and it stays verified', async () => {
  expect(await post(WEBHOOK_SECRET)).toBe(200);
  await until('the proof', () => view()?.verifiedAt);
  await save(WEBHOOK_SECRET);
  expect(view()).toMatchObject({ isChange: false, verifiedAt: expect.any(String) });
});
