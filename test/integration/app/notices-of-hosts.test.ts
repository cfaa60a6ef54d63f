/** A host's notices (a port in use, an update) are shown in the venue's app and in training. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { startApp } from '../../../main/app/app.ts';
import { applyPush, type Held } from '../../../renderer/state/apply-push.ts';
import { until } from '../../e2e/venue/venue.ts';

test("a host's notice is shown in training and after it, until the host removes it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-notices-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
  const app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  onTestFinished(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  let held: Held | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  const notices = () => Object.keys(held?.state.notices ?? {});
  app.tell('counter-port', 'warning', message('staff.nameGone'), message('text.tryAgainSoon'));
  app.tell('other', 'info', message('staff.nameGone'), message('text.tryAgainSoon'));
  app.untell('other');
  expect(await app.call('training.start', {})).toMatchObject({ ok: true });
  await until('it in training', () => notices().includes('counter-port'));
  expect(notices()).not.toContain('other');
  expect(await app.call('training.leave', {})).toMatchObject({ ok: true });
  await until('it after training', () => notices().includes('counter-port'));
  app.untell('counter-port');
  await until('it to be gone', () => !notices().includes('counter-port'));
});
