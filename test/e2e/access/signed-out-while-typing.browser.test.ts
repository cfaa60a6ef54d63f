/** Staff are signed out while working, by a restart or by their own tap: typed text waits for them, and nothing outdated is shown. */
import { expect, test } from 'vitest';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { RENDERER } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const BADGE = 'a4uxr-0815-caro';
const bar = (name: string | RegExp) => screen.page.locator('.bar-tools').getByRole('button', { name, exact: true });

async function nameStaff(): Promise<void> {
  for (const person of [
    { id: 'ana', name: 'Ana', role: 'staff' },
    { id: 'caro', name: 'Caro', role: 'manager', badge: BADGE },
  ] as const)
    await venue.call('staff.save', person);
  expect((await venue.call('settings.saveStaff', { staff: { on: true } })).ok).toBe(true);
  await bar('Sign in').waitFor();
}

async function startAgain(): Promise<void> {
  const { port } = screen.host;
  await screen.host.close();
  await venue.stopApp();
  await screen.page.locator('.app[data-linked="false"]').waitFor();
  await venue.startApp();
  screen.host = await startBrowserHost({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir, preferredPort: port });
  await screen.page.locator('.app[data-linked="true"]').waitFor();
}

test('after a restart signs a manager out, unsaved settings are back once a manager signs in, but not secrets', async () => {
  const { page } = screen;
  await nameStaff();
  await scan(page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  await openSettings(page, 'Printers');
  await page.getByRole('button', { name: t('settings.addPrinter') }).click();
  const name = page.locator('.settings-page input[name="name"]');
  await name.fill('Bar');
  await startAgain();
  await page.getByText('Settings are for managers.').waitFor();
  expect(await name.isVisible()).toBe(false);
  await scan(page, BADGE);
  await name.waitFor();
  expect(await name.inputValue()).toBe('Bar');
  // A secret isn't kept: it must be typed again.
  await openSettings(page, 'Webhooks');
  const secret = page.locator('[data-part="webhook"] input[name="secret"]');
  await secret.fill('sixteen-letters-or-more');
  await bar(t('staff.signOut', { name: 'Caro' })).click();
  await page.getByText('Settings are for managers.').filter({ visible: true }).waitFor();
  expect(await secret.count()).toBe(0);
});

test('after a restart, unsent opening hours are back once a manager signs in; closing the dialog drops them', async () => {
  const { page } = screen;
  await nameStaff();
  await scan(page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  await openSettings(page, 'Venues');
  const open = page.getByRole('button', { name: 'Opening hours' });
  await open.click();
  const week = page.getByRole('dialog', { name: /^Opening hours/ }).getByRole('region', { name: 'Every week' });
  const rows = week.locator('.week-day', { hasText: 'Saturday' }).getByRole('spinbutton');
  await week.getByRole('button', { name: t('hours.setHours') }).click();
  await week.getByRole('button', { name: t('hours.addNamed', { day: 'Saturday' }) }).click();
  await rows.first().waitFor();
  const typed = await rows.count();
  await startAgain();
  await page.getByText('Settings are for managers.').first().waitFor();
  await scan(page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  if (!(await week.isVisible())) await open.click();
  await until('what was typed', async () => (await rows.count()) === typed);
  await page
    .getByRole('dialog', { name: /^Opening hours/ })
    .getByRole('button', { name: 'Close' })
    .first()
    .click();
  await open.click();
  await week.waitFor();
  expect(await rows.count()).toBeLessThan(typed);
});
