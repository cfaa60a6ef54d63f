/** What an app reports of itself to the relay's operator. */
import { expect, test } from 'vitest';
import { createHealth } from '../../../../main/features/relay/health.ts';
import { openManagedSettings } from '../../../../main/settings/managed/managed-settings.ts';
import { openSettings } from '../../../../main/settings/settings.ts';
import { createFeed } from '../../../../main/view/feed.ts';
import { createNotices } from '../../../../main/view/notices.ts';
import { createWarnings } from '../../../../main/view/warnings.ts';
import { anApp } from '../../../../renderer/gallery/made-up/venue.ts';
import { testFolder, testStore } from '../../../setup/parts.ts';
import { testTime } from '../../../setup/test-time.ts';

test('the operator gets to know that staff would hear no order', () => {
  const dataDir = testFolder();
  const time = testTime();
  const store = testStore(dataDir, { time, backups: null });
  const settings = openSettings(dataDir);
  const feed = createFeed();
  const onDefect = (error: unknown): never => {
    throw error;
  };
  const managed = openManagedSettings({
    dataDir,
    settings,
    address: () => null,
    onChange: () => undefined,
    onNews: () => undefined,
    onDefect,
  });
  const health = createHealth({ store, settings, time, onDefect, feed, managed });
  const warnings = createWarnings({ store, notices: createNotices(feed, time.service) });
  feed.set('app', 'app', anApp());
  expect(health()?.isUnheard).toBe(false);
  warnings.unheard('');
  expect(health()?.isUnheard).toBe(true);
  warnings.unheard(null);
  expect(health()?.isUnheard).toBe(false);
});
