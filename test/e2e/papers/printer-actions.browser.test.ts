/** Printer actions of staff on the real screen: reprint, move waiting jobs, set a printer up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { startScriptedPrinter } from '../../integration/printing/scripted-printer.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();
const opened: VirtualPrinter[] = [];
afterEach(async () => {
  for (const printer of opened.splice(0)) await printer.close();
});
async function another(): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter({ port: 0 });
  opened.push(printer);
  return printer;
}
const accept = (number: string) => screen.card(number).getByRole('button', { name: 'Accept', exact: true }).click();
const whole = (printer: VirtualPrinter) => printer.papers().filter(({ cut }) => cut);

async function papersOf(sheet: Locator): Promise<Locator> {
  await sheet.getByRole('button', { name: /^Printouts/ }).click();
  return sheet.getByRole('region', { name: 'Printouts' });
}

test('a receipt and a second ticket are printed from the opened order, which lists the second as REPRINT 2', async () => {
  const { order_number: number } = await venue.place('takeaway', { consumer_comment: null });
  await accept(number);
  await until('the ticket', () => whole(venue.printer).length === 1);
  await screen
    .card(number)
    .getByRole('button', { name: new RegExp(number) })
    .first()
    .click();
  const sheet = screen.page.getByRole('dialog');
  const print = async (document: string) => {
    await sheet.getByRole('button', { name: 'Print', exact: true }).click();
    await screen.page.getByRole('menuitem', { name: `Print: ${document}` }).click();
  };
  const paper = await papersOf(sheet);
  await paper.getByText('Kitchen ticket on Kitchen: printed, confirmed by the printer').waitFor();
  await print('Receipt');
  await sheet.getByText('Receipt: 1 printout requested.').waitFor();
  await print('Kitchen ticket');
  await until('both papers', () => whole(venue.printer).length === 3);
  expect(whole(venue.printer).map(({ text }) => /REPRINT \d|Thank you|$/.exec(text)?.[0])).toEqual(['', 'Thank you', 'REPRINT 2']);
  await paper.getByText('REPRINT 2, by staff').waitFor();
});

test("a ticket without the printer's confirmation counts as printed if staff say so; its reprint is marked", async () => {
  const mute = await startScriptedPrinter({ answersStatus: false, answersProcessId: false });
  try {
    await reopen({
      settings: { printers: [{ id: 'mute', name: 'Kitchen', host: mute.host, port: mute.port, documents: ['kitchen-ticket'] }] },
    });
    const { order_id: id, order_number: number } = await venue.place('takeaway');
    await accept(number);
    await until('the ticket', () => venue.card(id).ticket.state === 'sent');
    const card = screen.card(number);
    await card.getByText(t('steps.states.sent')).first().waitFor();
    await screen.page.getByText(/Tickets on Kitchen are sent, not confirmed/).waitFor();
    await card
      .getByRole('button', { name: new RegExp(number) })
      .first()
      .click();
    const paper = await papersOf(screen.page.getByRole('dialog'));
    await paper.getByRole('button', { name: t('more.printouts.againNamed', { label: 'Kitchen ticket' }) }).click();
    await paper.getByText('REPRINT 2, by staff').waitFor();
    expect(mute.ticket().toString('latin1')).toContain('REPRINT 2');
    await paper
      .getByRole('button', { name: t('more.printouts.outNamed', { label: 'Kitchen ticket' }) })
      .first()
      .click();
    await paper.getByText('Kitchen ticket on Kitchen: sent; staff confirmed it came out').first().waitFor();
    await until('the card to say so', () => codesIn(venue.card(id).ticket.text).includes('cardTicket.confirmedByStaff'));
  } finally {
    await mute.close();
  }
});

test('jobs waiting for a printer without paper are printed on the other one', async () => {
  const [grill, bar] = [await another(), await another()];
  const settings = [
    { id: 'grill', name: 'Grill', host: grill.host, port: grill.port, documents: ['kitchen-ticket'] },
    { id: 'bar', name: 'Bar', host: bar.host, port: bar.port, documents: ['receipt'] },
  ];
  await reopen({ settings: { printers: settings } });
  grill.set({ paper_out: true });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await accept(number);
  await until('the ticket to wait', () => codesIn(venue.card(id).ticket).includes('printer.outOfPaper'));
  await openSettings(screen.page, 'Printers');
  await until('the ticket on the other printer', async () => {
    const move = screen.page.getByRole('button', { name: 'Print 1 waiting printout on Bar' });
    if ((await move.count()) > 0) await move.click({ timeout: 1_000 }).catch(() => undefined);
    return whole(bar).some(({ text }) => text.includes(t('printout.insteadOf', { printer: 'GRILL' })));
  });
  expect(whole(grill)).toEqual([]);
});

test('a USB printer and what it prints are set up in the form and saved', async () => {
  await openSettings(screen.page, 'Printers');
  const { page } = screen;
  await page.getByRole('button', { name: t('settings.addPrinter') }).click();
  const form = page.getByRole('form', { name: 'New printer' });
  await form.getByLabel('Name', { exact: true }).fill('Bar');
  await form.getByRole('radio', { name: t('settings.printer.viaDevice') }).check({ force: true });
  await form.getByLabel('Device file').fill('/dev/usb/lp9');
  await form.getByRole('radio', { name: 'Chosen items' }).check({ force: true });
  await form.getByLabel('Categories').fill('Drinks\nDesserts');
  await form.getByText('Copies, cut').click();
  await form.getByRole('textbox', { name: t('settings.printer.copies') }).fill('2');
  await choose(form, t('settings.printer.backup'), 'Kitchen');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.locator('.row').filter({ hasText: '/dev/usb/lp9' });
  await row.getByText('Saved.', { exact: true }).waitFor();
  await until('the focus at its row', () => page.evaluate(`document.activeElement.getAttribute('aria-label') === 'Edit Bar'`));
  const kept = JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8')).printers[1];
  expect(kept).toMatchObject({ id: 'bar', via: 'device', device: '/dev/usb/lp9', copies: 2, backup: 'kitchen', print_on: 'accept' });
  expect(kept.takes).toEqual({ categories: ['Drinks', 'Desserts'], items: [], rest: false });
  await page.getByRole('button', { name: 'Edit Bar' }).click();
  await form
    .or(page.getByRole('form', { name: 'Bar' }))
    .getByLabel('Device file')
    .fill('');
  await page.getByRole('form', { name: 'Bar' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText("the printer's device file").waitFor();
});
