/** Settings as pages: found by their words, no longer than two screens, and what is changed there can be taken back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const list = () => screen.page.getByRole('navigation', { name: 'Areas of the settings' });
const _search = () => screen.page.getByRole('searchbox', { name: 'Search settings' });
const kept = () => JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8'));

test('at 1280 by 800 no page is longer than two screens, with couriers and two printers set up', async () => {
  await venue.call('settings.saveMerchant', { merchantId: 'merchant-1', key: null, webhookSecret: null });
  const [kitchen] = kept().printers;
  await venue.call('settings.savePrinters', { printers: [kitchen, { ...kitchen, id: 'bar', name: 'Bar' }] });
  await openSettings(screen.page, 'Look and language');
  const areas = await list().getByRole('button').all();
  expect(areas).toHaveLength(13);
  for (const area of areas) {
    await area.click();
    const name = (await area.textContent()) ?? '';
    const shown = screen.page.locator('.settings-page:not([hidden])');
    await shown.locator('.part, .row').first().waitFor();
    const length = await shown.evaluate((page) => (page as unknown as { scrollHeight: number }).scrollHeight);
    expect(length, name).toBeLessThanOrEqual(2 * 800);
  }
});

test('what is set between two steps of a list is shown as it is, and is one of its steps', async () => {
  await reopen({
    settings: {
      work: { undo_seconds: 10, reminder_minutes: 45 },
      alerts: { volume: 70 },
      kitchen: { dish_size: 25 },
    },
  });
  const { page } = screen;
  const shows = async (label: string | RegExp, value: string, steps: string[]) => {
    const list = page.getByLabel(label).and(page.locator('button:visible'));
    await list.getByText(value, { exact: true }).waitFor();
    await list.click();
    await page.getByRole('option', { name: value, exact: true }).waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(steps);
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
  };
  await openSettings(page, 'Automation');
  await shows(/^Undo window/, '10 s', ['None: sent at once', '3 s', '5 s', '8 s', '10 s', '15 s']);
  const before = (minutes: number) => `${minutes} min before its time`;
  await shows(/^Reminder of a pre-order/, before(45), ['Never', ...[30, 45, 60, 90, 120].map(before)]);
  await openSettings(page, 'Sound and calls');
  await shows('Loudness', '70 %', ['20 %', '40 %', '60 %', '70 %', '80 %', '100 %']);
  await openSettings(page, 'Screens and tablets');
  await shows(/^Size of dishes/, '25', ['20', '22', '24', '25', '26', '28', '30', '32', '36', '40']);
  expect(kept().work.undo_seconds).toBe(10);
});

test('what is switched off is said to be off; a station that is removed comes back, and what is typed of another one stays meanwhile', async () => {
  const { page } = screen;
  await openSettings(page, 'Printers');
  await page.getByRole('checkbox', { name: 'Kitchen tickets on Kitchen' }).click();
  await page.locator('.kept').getByText('Kitchen tickets on Kitchen: off').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('as before', () => kept().printers[0].documents.includes('kitchen-ticket'));
  const station = (id: string, name: string) => ({ id, name, takes: null, minutes: null });
  await venue.call('settings.saveKitchen', { kitchen: { stations: [station('grill', 'Grill'), station('cold', 'Cold')] } });
  await openSettings(page, 'Screens and tablets');
  const edit = page.getByRole('button', { name: 'Edit Cold' });
  await edit.click();
  await page.getByLabel('Name', { exact: true }).fill('Cold corner');
  expect(await edit.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove Grill' }).click();
  await until('removed', () => kept().kitchen.stations.length === 1);
  await page.locator('.kept').getByRole('button', { name: 'Undo' }).click();
  await until('back', () => kept().kitchen.stations.length === 2);
  await choose(page, 'Size of dishes on the kitchen display', '30');
  await until('it holds', () => kept().kitchen.dish_size === 30);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Cold corner');
}, 60_000);

test('what is typed and not saved is still there after a look at another page, and the form says that it is not saved', async () => {
  const { page } = screen;
  await openSettings(page, 'Computer and backups');
  await page.getByLabel('Folder on another disk').fill('/mnt/copies');
  await page.getByText('Not saved yet').waitFor();
  await openSettings(page, 'Till');
  await openSettings(page, 'Computer and backups');
  expect(await page.getByLabel('Folder on another disk').inputValue()).toBe('/mnt/copies');
  await page.getByText('Not saved yet').waitFor();
  // Secrets do not stay behind on a page that was left.
  await openSettings(page, 'Notifications');
  await page.getByLabel('New secret').fill('typed-and-left-alone-0123456789');
  await openSettings(page, 'Till');
  expect(await page.getByLabel('New secret').count()).toBe(0);
});

test('the logo of the customers’ screen is a picture file, shown where it is chosen, refused in words, and taken away again', async () => {
  const { page } = screen;
  await openSettings(page, 'Screens and tablets');
  const field = page.locator('.screen-logo');
  const choosing = field.locator('input[type="file"]');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  await choosing.setInputFiles(file('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')));
  await field.getByText('This file is not a PNG or JPEG picture, or it is damaged.').waitFor();
  await choosing.setInputFiles(file('logo.png', Buffer.alloc(500_001)));
  await field.getByText('This picture is too large.').waitFor();
  await choosing.setInputFiles(file('any.name', PNG.sync.write(new PNG({ width: 400, height: 100 }))));
  const picture = field.getByRole('img', { name: 'Logo on the screen for customers' });
  await until('drawn', () => picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 400));
  const [customers] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Screen for customers' }).click()]);
  const shown = customers.locator('.customer-logo');
  await until('there too', () => shown.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 400));
  await field.getByRole('button', { name: 'Remove the logo' }).click();
  await picture.waitFor({ state: 'detached' });
  await shown.waitFor({ state: 'detached' });
});

test('with a PIN the pages of managers are marked, and the language of the screens is still everybody’s', async () => {
  const { page } = screen;
  await venue.call('access.setPin', { pin: '4711' });
  await venue.call('access.leave', {});
  await openSettings(page, 'Printers');
  await page.getByLabel('PIN', { exact: true }).waitFor();
  await list().getByRole('button', { name: 'Printers asks for the PIN' }).waitFor();
  await openSettings(page, 'Look and language');
  await choose(page, 'Light or dark', 'Dark');
  await until('dark', () => kept().screen.theme === 'dark');
});

test('on a narrow screen the list of pages opens from one field, and nothing runs out of the screen', async () => {
  const { page } = screen;
  await openSettings(page, 'Printers');
  await page.setViewportSize({ width: 640, height: 400 });
  await choose(page, 'Areas of the settings', 'Tickets & receipts');
  await page.getByRole('heading', { name: 'Tickets & receipts' }).waitFor();
  await page.getByRole('img').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(640);
  const over = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.settings-page:not([hidden])'))`;
  expect(await page.evaluate(over)).toBeLessThanOrEqual(0);
});

test('what is wrong with the address of nobody answers is said at its field, in the words of the house, and goes when it is right', async () => {
  await openSettings(screen.page, 'Sound and calls');
  const form = screen.page.getByRole('form', { name: 'Address of your own to tell when nobody answers' });
  const address = form.getByRole('textbox', { name: 'Address of your own to tell when nobody answers' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await address.fill('nonsense');
  await save.click();
  await form.locator('.field-error').getByText('Enter an address, such as https://example.test').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await address.fill('https://light.example.test/ring');
  await save.click();
  await form.getByText('Saved').waitFor();
  expect(await form.locator('.field-error, .problem').filter({ hasText: /./ }).count()).toBe(0);
  expect(kept().alerts.webhook_url).toBe('https://light.example.test/ring');
});

test('an address with hidden parts that is changed is refused at its field, for the alarm and for the till, and a reason that is too long at its own', async () => {
  const { page } = screen;
  await venue.call('settings.saveAlerts', { alerts: { webhook_url: 'https://light.example.test/ring?key=s3cret' } });
  await openSettings(page, 'Sound and calls');
  const alarm = page.getByRole('form', { name: 'Address of your own to tell when nobody answers' });
  await changeAndSave(alarm, alarm.getByRole('textbox', { name: 'Address of your own to tell when nobody answers' }));
  await venue.call('settings.savePos', { pos: { kind: 'http', url: 'https://till.example.test/orders?key=s3cret', plain_http: false } });
  await openSettings(page, 'Till');
  const till = page.locator('[data-part="till"]');
  await changeAndSave(till, till.getByRole('textbox'));
  expect(kept()).toMatchObject({
    alerts: { webhook_url: expect.stringContaining('s3cret') },
    pos: { url: expect.stringContaining('s3cret') },
  });
  await openSettings(page, 'Venues');
  await page.getByText('What customers read when you reject an order', { exact: true }).click();
  const reason = page.getByLabel('Closing soon');
  await reason.fill('x'.repeat(501));
  await page.getByRole('button', { name: 'Save the suggestions' }).click();
  await page.locator('.field', { has: reason }).locator('.field-error', { hasText: 'at most 500 characters' }).waitFor();
});

/** The hidden part stays, the rest becomes another: what was hidden cannot be known any more. */
async function changeAndSave(form: Locator, address: Locator): Promise<void> {
  await address.fill((await address.inputValue()).replace('example', 'other'));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.locator('.field-error', { hasText: 'Parts of this address are hidden' }).waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  expect(await form.locator('.save-end .problem').count()).toBe(0);
}

test('a number that is not possible is changed with a word, and an empty one is asked for at its field', async () => {
  await openSettings(screen.page, 'Sound and calls');
  const form = screen.page.getByRole('form', { name: 'Address of your own to tell when nobody answers' });
  const seconds = form.getByRole('textbox', { name: 'After how many seconds' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await seconds.fill('5');
  await seconds.blur();
  await form.getByText('From 10 to 900: 5 was changed to 10.').waitFor();
  expect(await seconds.inputValue()).toBe('10');
  await seconds.fill('');
  await save.click();
  await form.locator('.field.number').getByText('Enter 10 or more.').waitFor();
  await seconds.fill('45');
  await save.click();
  await form.getByText('Saved').waitFor();
  expect(await form.locator('.field-error').filter({ hasText: /./ }).count()).toBe(0);
  expect(kept().alerts.webhook_after_seconds).toBe(45);
});

test('a till folder that is part of a path and a printer address that is that of a page are refused at their fields, and not kept', async () => {
  const { page } = screen;
  await openSettings(page, 'Till');
  const till = page.locator('[data-part="till"]');
  await till.locator('.choice', { hasText: 'Files in a folder' }).click();
  await till.getByRole('textbox').fill('till/orders');
  await till.getByRole('button', { name: 'Save', exact: true }).click();
  await till.getByText('Enter the full path of the folder').waitFor();
  await openSettings(page, 'Printers');
  await page.getByRole('button', { name: 'Add a printer' }).click();
  const printer = page.getByRole('form', { name: 'New printer' });
  await printer.getByLabel('Name', { exact: true }).fill('Bar');
  await printer.getByLabel('Network address').fill('http://192.0.2.20');
  await printer.getByRole('button', { name: 'Save', exact: true }).click();
  await printer.getByText('The address alone, without http:// and without the port').waitFor();
  expect(kept().printers).toHaveLength(1);
  expect(kept().pos).not.toMatchObject({ kind: 'hot-folder' });
});

test('a folder for the till or for second copies that cannot be written to now is kept, and what is in the way is said at once at its field', async () => {
  const { page } = screen;
  const file = join(venue.dataDir, 'a-file');
  writeFileSync(file, '');
  await openSettings(page, 'Till');
  const till = page.locator('[data-part="till"]');
  await till.locator('.choice', { hasText: 'Files in a folder' }).click();
  await till.getByRole('textbox').fill(file);
  await till.getByRole('button', { name: 'Save', exact: true }).click();
  await till.locator('.field-error', { hasText: `The till's folder cannot be written to. ${file} is a file` }).waitFor();
  expect(kept().pos).toMatchObject({ kind: 'hot-folder', folder: file });
  await openSettings(page, 'Computer and backups');
  const backups = page.getByRole('form', { name: 'Backups' });
  const away = join(venue.dataDir, '..', 'not-plugged-in');
  await backups.getByLabel('Folder on another disk').fill(away);
  await backups.getByRole('button', { name: 'Save', exact: true }).click();
  await backups.locator('.field-error', { hasText: /not there/ }).waitFor();
  expect(kept().backup.folder).toBe(away);
});

test('at 1024 by 768 the size of each part of a paper is a whole word, and in Hebrew a time keeps its distance from the edge', async () => {
  const { page } = screen;
  await page.setViewportSize({ width: 1024, height: 768 });
  await openSettings(page, 'Tickets & receipts');
  await page.locator('.paper-part .select-value').first().waitFor();
  const cut = `[...document.querySelectorAll('.paper-part .select-value')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`;
  expect(await page.evaluate(cut)).toEqual([]);
  await openSettings(page, 'Automation');
  await venue.call('settings.saveScreen', { screen: { language: 'he' } });
  await page.locator('[dir="rtl"] .date-input:visible').first().waitFor();
  const padding = `getComputedStyle([...document.querySelectorAll('.date-input')].find((one) => one.checkVisibility())).paddingRight`;
  expect(await page.evaluate(padding)).toBe('12px');
});
