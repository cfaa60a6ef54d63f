/** A host's notices (a port in use, an update) are shown in the venue's app and in training. */
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { until } from '../../e2e/venue/venue.ts';
import { shownBy, testApp } from '../../setup/test-app.ts';

test("a host's notice is shown in training and after it, until the host removes it", async () => {
  const app = await testApp();
  const shown = shownBy(app);
  const notices = () => Object.keys(shown()?.notices ?? {});
  app.raiseNotice('counter-port', 'warning', message('staff.nameGone'), message('text.tryAgainSoon'));
  app.raiseNotice('other', 'info', message('staff.nameGone'), message('text.tryAgainSoon'));
  app.clearNotice('other');
  expect(await app.call('training.start', {})).toMatchObject({ ok: true });
  await until('it in training', () => notices().includes('counter-port'));
  expect(notices()).not.toContain('other');
  expect(await app.call('training.leave', {})).toMatchObject({ ok: true });
  await until('it after training', () => notices().includes('counter-port'));
  app.clearNotice('counter-port');
  await until('it to be gone', () => !notices().includes('counter-port'));
});
