/** Settings pages: unsaved input, errors at their fields, changes that can be undone, and pages for managers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const list = () => screen.page.getByRole('navigation', { name: 'Settings sections' });
const _search = () => screen.page.getByRole('searchbox', { name: 'Search settings' });
const kept = () => JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8'));

test('a notice names what was turned off; undoing the removal of a station keeps what is typed in another', async () => {
  const { page } = screen;
  await openSettings(page, 'Printers');
  await page.getByRole('checkbox', { name: 'Kitchen tickets on Kitchen' }).click();
  await page.locator('.kept').getByText('Kitchen tickets on Kitchen: off').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('as before', () => kept().printers[0].documents.includes('kitchen-ticket'));
  const station = (id: string, name: string) => ({ id, name, takes: null, minutes: null });
  await venue.call('settings.saveKitchen', { kitchen: { stations: [station('grill', 'Grill'), station('cold', 'Cold')] } });
  await openSettings(page, t('settings.areas.screens'));
  const edit = page.getByRole('button', { name: 'Edit Cold' });
  await edit.click();
  await page.getByLabel('Name', { exact: true }).fill('Cold corner');
  expect(await edit.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove Grill' }).click();
  await until('removed', () => kept().kitchen.stations.length === 1);
  await page.locator('.kept').getByRole('button', { name: 'Undo' }).click();
  await until('back', () => kept().kitchen.stations.length === 2);
  await choose(page, t('settings.kitchen.dishSize'), '30');
  await until('it holds', () => kept().kitchen.dish_size === 30);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Cold corner');
}, 60_000);

test('unsaved input survives a visit to another page, and the form shows it as unsaved', async () => {
  const { page } = screen;
  await openSettings(page, t('settings.areas.computer'));
  await page.getByLabel(t('settings.backup.folder')).fill('/mnt/copies');
  await page.getByText(t('settings.unsaved')).waitFor();
  await openSettings(page, 'Till');
  await openSettings(page, t('settings.areas.computer'));
  expect(await page.getByLabel(t('settings.backup.folder')).inputValue()).toBe('/mnt/copies');
  await page.getByText(t('settings.unsaved')).waitFor();
  // A typed secret doesn't stay on a page that was left.
  await openSettings(page, 'Webhooks');
  await page.getByLabel('New secret').fill('typed-and-left-alone-0123456789');
  await openSettings(page, 'Till');
  expect(await page.getByLabel('New secret').count()).toBe(0);
});

test("the customer display's logo is checked, shown in Settings and there, and can be removed", async () => {
  const { page } = screen;
  await openSettings(page, t('settings.areas.screens'));
  const field = page.locator('.screen-logo');
  const choosing = field.locator('input[type="file"]');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  await choosing.setInputFiles(file('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')));
  await field.getByText(t('picture.notPngOrJpeg')).waitFor();
  await choosing.setInputFiles(file('logo.png', Buffer.alloc(500_001)));
  await field.getByText(t('settings.displays.logoTooLarge')).waitFor();
  await choosing.setInputFiles(file('any.name', PNG.sync.write(new PNG({ width: 400, height: 100 }))));
  const picture = field.getByRole('img', { name: t('settings.displays.logo') });
  await until('drawn', () => picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 400));
  const [customers] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Customer display' }).click()]);
  const shown = customers.locator('.customer-logo');
  await until('there too', () => shown.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 400));
  await field.getByRole('button', { name: 'Remove logo' }).click();
  await picture.waitFor({ state: 'detached' });
  await shown.waitFor({ state: 'detached' });
});

test("with a PIN set, managers' pages are marked; anyone may still change the theme", async () => {
  const { page } = screen;
  await venue.call('access.setPin', { pin: '4711' });
  await venue.call('access.leave', {});
  await openSettings(page, 'Printers');
  await page.getByLabel('PIN', { exact: true }).waitFor();
  await list().getByRole('button', { name: 'Printers PIN required' }).waitFor();
  await openSettings(page, t('settings.areas.look'));
  await choose(page, t('settings.look.theme'), 'Dark');
  await until('dark', () => kept().screen.theme === 'dark');
});

test('a till folder without its full path and a printer address with http:// are refused at their fields', async () => {
  const { page } = screen;
  await openSettings(page, 'Till');
  const till = page.locator('[data-part="till"]');
  await till.locator('.choice', { hasText: t('settings.tillKinds.hot-folder') }).click();
  await till.getByRole('textbox').fill('till/orders');
  await till.getByRole('button', { name: 'Save', exact: true }).click();
  await till.getByText("Enter the folder's full path").waitFor();
  await openSettings(page, 'Printers');
  await page.getByRole('button', { name: t('settings.addPrinter') }).click();
  const printer = page.getByRole('form', { name: 'New printer' });
  await printer.getByLabel('Name', { exact: true }).fill('Bar');
  await printer.getByLabel('Network address').fill('http://192.0.2.20');
  await printer.getByRole('button', { name: 'Save', exact: true }).click();
  await printer.getByText('Enter only the address, without http:// or the port').waitFor();
  expect(kept().printers).toHaveLength(1);
  expect(kept().pos).not.toMatchObject({ kind: 'hot-folder' });
});

test("a folder that can't be written now is saved, and the reason is shown at its field at once", async () => {
  const { page } = screen;
  const file = join(venue.dataDir, 'a-file');
  writeFileSync(file, '');
  await openSettings(page, 'Till');
  const till = page.locator('[data-part="till"]');
  await till.locator('.choice', { hasText: t('settings.tillKinds.hot-folder') }).click();
  await till.getByRole('textbox').fill(file);
  await till.getByRole('button', { name: 'Save', exact: true }).click();
  await till.locator('.field-error', { hasText: `Can't write to the till's folder. ${file} is a file` }).waitFor();
  expect(kept().pos).toMatchObject({ kind: 'hot-folder', folder: file });
  await openSettings(page, t('settings.areas.computer'));
  const backups = page.getByRole('form', { name: 'Backups' });
  const away = join(venue.dataDir, '..', 'not-plugged-in');
  await backups.getByLabel(t('settings.backup.folder')).fill(away);
  await backups.getByRole('button', { name: 'Save', exact: true }).click();
  await backups.locator('.field-error', { hasText: /doesn't exist/ }).waitFor();
  expect(kept().backup.folder).toBe(away);
});
