/** Customizing printouts on the real screen: template, preview, file, setup sheet, and where each item prints. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { PNG } from 'pngjs';
import { afterEach, expect, test } from 'vitest';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();
const opened: VirtualPrinter[] = [];
afterEach(async () => {
  for (const printer of opened.splice(0)) await printer.close();
});
const papers = () => screen.page.getByRole('region', { name: 'Printout layout' });
const preview = () => papers().getByRole('img');
const shows = (text: string | RegExp) =>
  until(`the preview with ${text}`, async () => RegExp(text).test((await preview().getAttribute('alt')) ?? ''));
const whole = (printer: VirtualPrinter) => printer.papers().filter(({ cut }) => cut);
async function printedTicket(): Promise<VirtualPrinter['papers'] extends () => (infer P)[] ? P : never> {
  const before = whole(venue.printer).length;
  const { order_id: id } = await venue.arrived();
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the ticket', () => whole(venue.printer).length > before);
  const paper = whole(venue.printer).at(-1);
  if (!paper) throw new Error('Nothing was printed.');
  return paper;
}

test('a ticket is previewed while staff arrange it, and prints like the preview', async () => {
  await openSettings(screen.page, t('settings.areas.papers'));
  await shows('COURIER|DELIVER');
  await choose(papers(), /^Printout language/, 'Deutsch');
  await shows('LIEFERN');
  await papers()
    .getByRole('textbox', { name: t('settings.layout.footer') })
    .fill('Tüte vor der Übergabe prüfen.');
  await shows('Tüte vor der Übergabe prüfen');
  await papers()
    .getByRole('checkbox', { name: t('settings.layout.part.printed') })
    .uncheck({ force: true });
  await until('no time of printing', async () => !((await preview().getAttribute('alt')) ?? '').includes('Gedruckt'));
  await papers()
    .getByRole('button', { name: t('settings.layout.up', { part: 'Items' }) })
    .click();
  await choose(papers(), t('settings.layout.sizeOf', { part: 'Items' }), 'Large');
  await shows(/Pizza[\s\S]*NOTIZ DES KUNDEN/);
  expect(await papers().getByRole('checkbox', { name: 'Customer note' }).isDisabled()).toBe(true);
  await papers().getByRole('button', { name: 'Save layout' }).click();
  await papers().getByText('Saved.').waitFor();

  const { text } = await printedTicket();
  expect(text).toContain('ABHOLUNG');
  expect(text).toContain('Tüte vor der Übergabe prüfen.');
  expect(text).not.toContain('Gedruckt');
});

test('a logo from an image file is in the preview and on the printout, and can be removed', async () => {
  const canvas = createCanvas(200, 100);
  const context = canvas.getContext('2d');
  context.fillStyle = 'black';
  context.fillRect(0, 0, 100, 100);
  await openSettings(screen.page, t('settings.areas.papers'));
  await preview().waitFor();
  const blackDots = async () => {
    const png = PNG.sync.read(Buffer.from(((await preview().getAttribute('src')) ?? '').split(',')[1] ?? '', 'base64'));
    return png.data.filter((value, at) => at % 4 === 0 && value < 128).length;
  };
  const before = await blackDots();
  await papers()
    .getByLabel('Logo', { exact: false })
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') });
  await until('the logo', async () => (await blackDots()) - before > 9_000);
  // A changed digit of the printed time has far fewer dots than the logo's square of 100 by 100.
  expect((await blackDots()) - before).toBeLessThan(11_000);
  await papers().getByRole('button', { name: 'Save layout' }).click();
  await papers().getByText('Saved.').waitFor();
  const { bytes } = await printedTicket();
  expect(bytes.includes(Buffer.from([0x1d, 0x76, 0x30, 0]))).toBe(true);

  await papers()
    .getByLabel('Change logo')
    .setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await papers().getByText("This image can't be read").waitFor();
  await papers().getByRole('button', { name: 'Remove logo' }).click();
  await until('no logo', async () => (await blackDots()) - before < 1_000);
});

test('a ticket template is saved as a file and opened again; a broken file is refused with a reason', async () => {
  await openSettings(screen.page, t('settings.areas.papers'));
  await choose(papers(), /^Order ID as/, 'QR code');
  const [download] = await Promise.all([
    screen.page.waitForEvent('download'),
    papers()
      .getByRole('button', { name: t('settings.layout.fileSave') })
      .click(),
  ]);
  const file = join(venue.dataDir, 'paper-template.json');
  await download.saveAs(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ language: 'en', code: 'qr' });

  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), language: 'fi' }));
  await papers().getByLabel(t('settings.layout.fileOpen')).setInputFiles(file);
  await shows('PERILLÄ');
  writeFileSync(file, JSON.stringify({ language: 'xx' }));
  await papers().getByLabel(t('settings.layout.fileOpen')).setInputFiles(file);
  await papers().getByText("paper-template.json can't be used: language: Choose one of these:").waitFor();
  writeFileSync(file, '{');
  await papers().getByLabel(t('settings.layout.fileOpen')).setInputFiles(file);
  await papers().getByText(t('settings.layout.notJson')).waitFor();
  await shows('PERILLÄ');
});

test('a printer of unknown make is set up by the numbers on its setup sheet', async () => {
  const narrow = await startVirtualPrinter({ port: 0, dots: 512, code_pages: [0, 46] });
  opened.push(narrow);
  await reopen({ settings: { printers: [{ id: 'grill', name: 'Grill', host: narrow.host, port: narrow.port }] } });
  await openSettings(screen.page, 'Printers');
  const { page } = screen;
  await page.getByRole('button', { name: 'Edit Grill' }).click();
  await page.getByText(t('settings.sheet.title', { name: 'Grill' })).click();
  await page.getByRole('button', { name: t('settings.sheet.print') }).click();
  await until('all of the sheet', () => narrow.papers().length === 3);
  const sheet = narrow.papers();
  const lines = sheet.flatMap(({ text }) => text.split('\n'));
  // A person reads off: the longest unbroken ruler is 3, the letters of line 26 are right, those of 21 aren't.
  expect(lines.find((line) => line.startsWith('3 .'))).toMatch(/\|$/);
  expect(lines.find((line) => line.startsWith('4 .'))).not.toMatch(/\|$/);
  expect(lines).toContain('26 Ђак їжа ў');
  expect(lines).not.toContain('21 Åäö é ñ ß €');
  expect([sheet[2]?.beeps, sheet[2]?.drawerKicks]).toEqual([3, 1]);

  await page.getByLabel(t('settings.sheet.numbers')).fill('3 4');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('3 and 4 both set the line width. Enter only one of them.').waitFor();
  await page.getByLabel(t('settings.sheet.numbers')).fill('3, 13, 26, 32, 41');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('Kept: 42 characters per line, 512 dots per line, WPC1251_CYRILLIC characters, full cut, buzzer on.').waitFor();
  const kept = JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8')).printers[0];
  expect(kept).toMatchObject({ columns: 42, dots: 512, code_page: 'WPC1251_CYRILLIC', cut: 'full', buzzer: true, drawer: false });
});

test('while staff write the rules for printers, they see where each item prints', async () => {
  await openSettings(screen.page, 'Printers');
  const { page } = screen;
  await page.getByText(t('settings.whereItems.title')).click();
  await page.getByText('until the first order arrives').waitFor();
  await page.getByRole('button', { name: t('settings.addPrinter') }).click();
  const form = page.getByRole('form', { name: 'New printer' });
  await form.getByLabel('Name', { exact: true }).fill('Bar');
  await form.getByLabel('Network address').fill('192.0.2.9');
  await form.getByRole('radio', { name: 'Chosen items' }).check({ force: true });
  await form.getByLabel('Categories').fill('Drinks');
  const row = (item: string) => page.getByRole('row', { name: new RegExp(item) });
  await row('Lemonade').getByText('Kitchen, Bar').waitFor();
  await row('House burger').getByText('Kitchen', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await row('Lemonade').getByText('Kitchen', { exact: true }).waitFor();
});
