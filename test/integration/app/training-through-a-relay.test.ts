/** Training at a venue with a relay: practice orders arrive through a relay too, and the screen shows it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { startApp } from '../../../main/app/app.ts';
import { applyPush, type Held } from '../../../renderer/state/apply-push.ts';
import { until } from '../../e2e/venue/venue.ts';

test.each([
  { relay: 'https://relay.example.test', heard: { relay: 'connected', receiver: 'waiting' } },
  { relay: null, heard: { receiver: 'connected' } },
])('with the relay $relay, orders arrive from $heard', async ({ relay, heard }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-training-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 }, relay: { url: relay } }));
  const app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  onTestFinished(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  let held: Held | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  const shown = () => held?.state.app.app ?? null;
  expect(await app.call('training.start', {})).toEqual({ ok: true, value: {} });
  expect(await app.call('training.order', { kind: 'instant' })).toMatchObject({ ok: true });
  await until('the order', () => Object.values(held?.state.orders ?? {}).some(({ unread }) => !unread), 20_000);
  await until('how it is heard', () => Object.entries(heard).every(([kind, state]) => sourceOf(shown(), kind)?.state === state));
  expect(sourceOf(shown(), 'relay') === null).toBe(relay === null);
});
