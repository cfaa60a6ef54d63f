/** What staff do about stuck work, and what support sees of it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openFromMenu } from '../venue/screen.ts';
import { until, WEBHOOK_SECRET } from '../venue/venue.ts';

atTheCounter();

const button = (number: string, name: string) => screen.card(number).getByRole('button', { name, exact: true });
const openDiagnostics = () => openFromMenu(screen.page, 'Diagnostics');
const openBoard = () => screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
const tickets = (number: string) => venue.printer.papers().filter((paper) => paper.cut && bears(paper, number));

test('giving up a ticket lets the next one print, and its order shows the reason staff gave', async () => {
  venue.printer.set({ paper_out: true });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await button(number, 'Accept').click();
  await until(
    'the printer in trouble',
    () => venue.card(id).ticket.state === 'stuck' && codesIn(venue.card(id).ticket).includes('printer.outOfPaper'),
  );
  await openDiagnostics();
  const row = screen.page.getByRole('row', { name: `Print Order ${number}: kitchen ticket, Kitchen` });
  // While a print attempt runs, giving up is refused.
  await until('the row to be given up', async () => {
    await row.getByRole('button', { name: /^Give up/ }).click();
    await screen.page.getByRole('button', { name: t('diagnostics.reasons.done-by-hand') }).click();
    const dialog = screen.page.getByRole('dialog');
    const isRefused = () => dialog.locator('.problem').count();
    await until('an answer', async () => (await dialog.count()) === 0 || (await isRefused()) > 0);
    if ((await dialog.count()) === 0) return true;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    return false;
  });
  await row.waitFor({ state: 'detached' });
  expect(venue.card(id).ticket).toEqual({ state: 'none', text: message('job.givenUpBecause', { reason: message('job.doneManually') }) });
  const next = await venue.place('takeaway');
  await openBoard();
  await button(next.order_number, 'Accept').click();
  venue.printer.set({ paper_out: false });
  await until('the next ticket', () => tickets(next.order_number).length === 1);
  expect(tickets(number)).toEqual([]);
});

test('after a refused accept was given up, the order can be accepted again', async () => {
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: 422, times: 1 });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await button(number, 'Accept').click();
  await until('the refusal', () => venue.card(id).trouble.length > 0);
  await openDiagnostics();
  await screen.page.getByRole('button', { name: `Give up Update the service Order ${number}: accept` }).click();
  await screen.page.getByRole('button', { name: t('diagnostics.reasons.not-needed') }).click();
  await until('the card without trouble', () => venue.card(id).trouble.length === 0);
  await openBoard();
  await button(number, 'Accept').click();
  await until('preparing', () => venue.card(id).column === 'preparing');
});

test('Diagnostics shows the receiver, its count of webhooks, and when each source was last heard', async () => {
  const { order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await openDiagnostics();
  const row = (name: string) => screen.page.getByRole('row', { name: new RegExp(`^${name}`) });
  const url = await venue.app().receiverUrl();
  expect(await row('Receiver').textContent()).toMatch(new RegExp(`Listening.*${url}.*\\d\\d:\\d\\d$`));
  expect(await row('The service').textContent()).toMatch(/The service answers.*\d\d:\d\d$/);
  expect(await row('Kitchen').textContent()).toMatch(/Ready.*\d\d:\d\d$/);
  expect(await screen.page.getByRole('listitem').filter({ hasText: 'Webhooks received' }).textContent()).toMatch(/^1/);
});

test('the support file is one file with what happened, and without secrets and names', async () => {
  const person = { consumer_name: 'Zxqname Z', consumer_comment: 'Zxqcomment', consumer_phone_number: '+3580009912' };
  const { order_id: id, order_number: number } = await venue.place('self-delivery', person);
  await button(number, 'Reject').click();
  await screen.page.getByRole('textbox').fill('Zxqname, we are sorry');
  await screen.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reject/ })
    .click();
  await until('the end', () => venue.card(id).column === 'ended');
  await openDiagnostics();
  const downloading = screen.page.waitForEvent('download');
  await screen.page.getByRole('button', { name: t('diagnostics.bundle') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tillbridge-support-.*\.json$/);
  const text = readFileSync(await download.path(), 'utf8');
  const bundle = JSON.parse(text);
  expect(bundle.orders).toEqual([expect.objectContaining({ id, stage: 'rejected' })]);
  expect(bundle.orders[0].journal.join('\n')).toContain('command: reject');
  expect(bundle.state).toMatchObject({
    intake: [
      { kind: 'poller', state: 'connected' },
      { kind: 'receiver', state: 'connected' },
    ],
    printers: [{ state: 'ready' }],
  });
  expect(bundle.notifications.length).toBeGreaterThan(0);
  expect(bundle.log.map(({ msg }: { msg: string }) => msg)).toEqual([]);
  const vault = await openVault({ dataDir: venue.dataDir, prefer: 'file' });
  const pair = JSON.parse((await vault.get(`development/tokens/${venue.venueId}`)) ?? '{}');
  const secrets = [pair.access_token, pair.refresh_token, venue.sandbox.client_secret, WEBHOOK_SECRET];
  const { delivery } = venue.card(id) as { delivery?: unknown };
  expect(delivery).toBeUndefined();
  for (const hidden of [...secrets, 'Zxq', '+3580009912', venue.card(id).address ?? 'no address']) {
    expect(hidden.length).toBeGreaterThan(2);
    expect(text.includes(hidden), `the support file holds "${hidden.slice(0, 12)}"`).toBe(false);
  }
});
