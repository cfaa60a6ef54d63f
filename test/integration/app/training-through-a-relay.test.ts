/** Training at a venue with a relay: practice orders arrive through a relay too. */
import { expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { until } from '../../e2e/venue/venue.ts';
import { shownBy, testApp } from '../../setup/test-app.ts';

test.each([
  { relay: 'https://relay.example.test', heard: { relay: 'connected', receiver: 'waiting' } },
  { relay: null, heard: { receiver: 'connected' } },
])('in training with relay $relay, the sources of orders are $heard', async ({ relay, heard }) => {
  const app = await testApp({ relay: { url: relay } });
  const shown = shownBy(app);
  const view = () => shown()?.app.app ?? null;
  expect(await app.call('training.start', {})).toEqual({ ok: true, value: {} });
  expect(await app.call('training.order', { kind: 'instant' })).toMatchObject({ ok: true });
  await until('the order', () => Object.values(shown()?.orders ?? {}).some(({ unread }) => !unread), 20_000);
  await until('how it is heard', () => Object.entries(heard).every(([kind, state]) => sourceOf(view(), kind)?.state === state));
  expect(sourceOf(view(), 'relay') === null).toBe(relay === null);
});
