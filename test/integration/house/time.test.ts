/** A stopped app leaves no timers, and every part uses the injected time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../../main/app/app.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testFolder } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

test("after an hour of work and a stop no timer is left, and the system's clock was never used directly", async () => {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
  const time = testTime();
  const after = vi.spyOn(systemTime, 'after');
  const every = vi.spyOn(systemTime, 'every');
  const wall = vi.spyOn(systemTime, 'wall');
  onTestFinished(() => void vi.restoreAllMocks());
  const app = await startApp({ dataDir, log: 'silent', vault: 'file', time });
  expect(time.pending()).toBeGreaterThan(10);
  await time.advance(60_000);
  for (let minutes = 0; minutes < 59; minutes += 1) {
    time.sleep(59_000);
    await time.advance(1_000);
  }
  await app.close();
  expect(time.pending()).toBe(0);
  expect([after.mock.calls, every.mock.calls, wall.mock.calls]).toEqual([[], [], []]);
});
