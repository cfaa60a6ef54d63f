/** A whole menu from a spreadsheet: five mistakes with their cells, the difference, the venue's name, and the menu read back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';

atTheCounter();

const RIGHT = [
  'kind,id,name,price,vat,enabled,category,options,option,type,default,currency,language,gtin',
  'menu,,,,,,,,,,,EUR,en,',
  'item,A,Tomato soup,"11,90",14,yes,Starters,S,,,,,,',
  'item,B,Bread,4.50,14,,Starters,,,,,,,',
  'item,C,Beer,5,14,yes,Drinks,,,,,,,',
  'option,S,Size,,,,,,,SingleChoice,,,,',
  'value,S1,Small,0,14,,,,S,,yes,,,',
  '',
].join('\r\n');
const WRONG = RIGHT.replace('4.50', '1.190')
  .replace('14,,Starters', '14,maybe,Starters')
  .replace('Starters,,,', 'Starters,T,,')
  .replace('yes,Drinks,,,,,,,', 'yes,,,,,,,,123');

async function openFile() {
  const { page } = screen;
  await openSettings(page, 'Venues');
  await page.getByRole('button', { name: 'Menu file' }).click();
  return page.getByRole('dialog', { name: /^Menu file/ });
}

const choose = (text: string | Buffer, name = 'menu.csv') =>
  screen.page.locator('.menu-file input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) });

async function isRead(): Promise<void> {
  await venue.untilLater('the menu to be read', async () => {
    const answer = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
}

test('five mistakes in a menu file are shown with row and cell; the corrected file is compared, sent and read back', async () => {
  await reopen({ settings: {}, venue: { name: 'Harbour' } });
  await venue.call('venue.rename', { venueId: venue.venueId, name: 'Harbour Kitchen', address: null });
  await isRead();
  const dialog = await openFile();
  await choose(WRONG);
  await dialog.getByText('menu.csv: 5 mistakes').waitFor();
  const rows = await dialog.locator('tbody tr').allInnerTexts();
  expect(
    rows.map((row) =>
      row
        .split('\t')
        .slice(0, 2)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ['4', 'D4'],
    ['4', 'F4'],
    ['4', 'H4'],
    ['5', 'G5'],
    ['5', 'N5'],
  ]);
  expect(await dialog.getByRole('button', { name: t('menuFile.go') }).count()).toBe(0);

  await choose(RIGHT);
  await dialog.getByText('menu.csv: 3 items, no mistakes').waitFor();
  await dialog.getByText(/^Added: \d/).waitFor();
  await dialog.getByText(/^Removed: \d/).waitFor();
  const go = dialog.getByRole('button', { name: t('menuFile.go') });
  const name = dialog.getByLabel('type the venue’s name');
  await name.fill('Harbour');
  expect(await go.isDisabled()).toBe(true);
  await name.fill('Harbour Kitchen');
  await go.click();

  const steps = dialog.getByRole('region', { name: t('menuFile.steps.title') });
  await steps.getByText(/^Received by the service at/).waitFor();
  expect(await steps.innerText()).toContain('so not verified');
  await venue.untilLater('the menu to be read back', () => steps.getByText(/the menu matches the file/).isVisible());
  const menu = JSON.stringify(await venue.control('GET', `/venues/${venue.venueId}/menu`));
  expect(menu).toContain('Tomato soup');

  const exported = screen.page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('menuFile.exportAs', { format: 'CSV' }) }).click();
  const text = readFileSync(await (await exported).path(), 'utf8');
  expect(text).toContain('Tomato soup');
  await choose(text, 'again.csv');
  await dialog.getByText(t('menuFile.same')).waitFor();
  await choose(text.replace(/11\.90?/, '1190'), 'cents.csv');
  await dialog.getByText(/about 100 times higher or lower/).waitFor();
  await dialog.getByLabel('type the venue’s name').fill('Harbour Kitchen');
  expect(await dialog.getByRole('button', { name: t('menuFile.go') }).isDisabled()).toBe(true);
});

test('a menu file too large or with lost letters is reported before sending; another encoding is detected', async () => {
  await reopen({ settings: {}, venue: {} });
  const dialog = await openFile();
  const large = join(venue.dataDir, 'large.csv');
  writeFileSync(large, Buffer.alloc(40_000_000, 'kind,id\n'));
  await screen.page.locator('.menu-file input[type="file"]').setInputFiles(large);
  await dialog.getByText(t('menuFile.tooLarge')).waitFor();
  await choose(Buffer.from(RIGHT.replace('Starters', 'Entrées'), 'latin1'));
  await dialog.getByText('Read as Windows-1252').waitFor();
  await dialog.getByText('menu.csv: 3 items, no mistakes').waitFor();
  expect(await dialog.getByText(t('menuFile.tooLarge')).count()).toBe(0);
  await choose(RIGHT.replace('Starters', 'Entr\u{fffd}es'));
  await dialog.getByText("Some characters in this file can't be read. Save it as CSV UTF-8").waitFor();
  expect(await dialog.getByRole('button', { name: t('menuFile.go') }).count()).toBe(0);
  await choose(RIGHT);
  await dialog.getByText('menu.csv: 3 items, no mistakes').waitFor();
});

test('an image is refused as a menu, and nothing can be sent', async () => {
  await isRead();
  const dialog = await openFile();
  await choose(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'menu.csv');
  await dialog.getByText(/UTF-8/).waitFor();
  expect(await dialog.getByRole('button', { name: t('menuFile.go') }).count()).toBe(0);
});

test('a menu the service returns differently is compared with the file: added, removed, other prices', async () => {
  await reopen({ venue: { name: 'Harbour' } });
  await venue.call('venue.rename', { venueId: venue.venueId, name: 'Harbour', address: null });
  await isRead();
  const dialog = await openFile();
  await choose(RIGHT);
  await dialog.getByLabel('type the venue’s name').fill('Harbour');
  await dialog.getByRole('button', { name: t('menuFile.go') }).click();
  const steps = dialog.getByRole('region', { name: t('menuFile.steps.title') });
  await steps.getByText(/^Received by the service at/).waitFor();
  const item = (id: string, name: string, price: number) => ({
    name: [{ lang: 'en', value: name }],
    price,
    sales_tax_percentage: 14,
    enabled: true,
    external_data: id,
  });
  const size = {
    name: [{ lang: 'en', value: 'Size' }],
    type: 'SingleChoice',
    external_data: 'S',
    values: [{ name: [{ lang: 'en', value: 'Small' }], price: 0, vat_percentage: 14, enabled: true, default: true, external_data: 'S1' }],
  };
  const items = [{ ...item('A', 'Tomato soup', 11.9), options: [size] }, item('B', 'Bread', 4.9), item('D', 'Tea', 3)];
  await venue.later(30_000);
  await venue.control('PUT', `/venues/${venue.venueId}/menu`, {
    currency: 'EUR',
    primary_language: 'en',
    categories: [{ name: [{ lang: 'en', value: 'All' }], items }],
  });
  // The menu is read at most once in three minutes; differences are reported after two.
  await venue.later(4 * 60_000);
  await venue.untilLater('the menu to be read back', () => steps.getByText(/the menu differs from the file, see below/).isVisible());
  const list = steps.getByRole('region', { name: t('menuFile.steps.atService') });
  await list.getByText(t('menuFile.repriced', { count: '1' })).waitFor();
  expect(await list.innerText()).toMatch(/Bread: .*4[.,]50.* .*4[.,]90/);
  await list.getByText('Added: 1').click();
  await list.getByText('Tea', { exact: true }).waitFor();
  await list.getByText('Removed: 1').waitFor();
  await list.getByText('Beer', { exact: true }).waitFor();
}, 120_000);
