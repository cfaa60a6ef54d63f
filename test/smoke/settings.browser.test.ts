/** Settings are found by their words, apply at once, and are undone with one tap. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { atTheCounter, screen, venue } from '../e2e/venue/at-the-counter.ts';
import { choose, openSettings } from '../e2e/venue/settings.ts';
import { until } from '../e2e/venue/venue.ts';
import { browserTest as test } from '../setup/browser-test.ts';
import { t } from '../setup/messages.ts';

atTheCounter();

const list = () => screen.page.getByRole('navigation', { name: 'Settings sections' });
const search = () => screen.page.getByRole('searchbox', { name: 'Search settings' });
const kept = () => JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8'));

test('a changed setting applies at once, says so, and is undone with one tap', async () => {
  const { page } = screen;
  await openSettings(page, 'Automation');
  await choose(page, /^Undo window/, '8 s');
  const reported = page.getByRole('status').filter({ hasText: 'Undo window' });
  await reported.getByText('8 s').waitFor();
  await until('it holds', () => kept().work.undo_seconds === 8);
  await reported.getByRole('button', { name: 'Undo' }).click();
  await until('as before', () => kept().work.undo_seconds !== 8);
  await reported.waitFor({ state: 'detached' });
  await openSettings(page, 'Printers');
  await page.getByRole('checkbox', { name: 'Receipts on Kitchen' }).click();
  await until('receipts too', () => kept().printers[0].documents.includes('receipt'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('none again', () => !kept().printers[0].documents.includes('receipt'));
});

test('a setting is found by its words, and its page is one tap away', async () => {
  await openSettings(screen.page, t('settings.areas.look'));
  await search().fill('extra minutes');
  expect(await list().getByRole('button').allTextContents()).toEqual(['AutomationExtra minutes']);
  await list().getByRole('button').click();
  await screen.page.getByLabel('Extra minutes', { exact: true }).first().waitFor();
  await search().fill('no such thing');
  await list().getByText(t('settings.searchNone')).waitFor();
  await search().fill('');
  expect(await list().getByRole('button').count()).toBe(13);
});
