/** A keychain locked at the start: the app waits, reports it, does everything that needs no tokens, and continues when unlocked. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openVenueProcess, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { type KeyringSession, startKeyring } from '../../integration/vault/keyring-session.ts';
import { t } from '../../setup/messages.ts';
import { openFromMenu, startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

let browser: Browser;
let home: string;
let keyring: KeyringSession;
let app: VenueProcess;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tillbridge-locked-'));
  keyring = await startKeyring(home, 'unlocked');
  app = await openVenueProcess({ robot: false, vault: 'auto' });
});
afterEach(async () => {
  await app.close();
  await keyring.end();
  rmSync(home, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  await app.switchOn([], keyring.env as Record<string, string>);
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(app.counterUrl());
  return page;
}
const card = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}`, exact: true });

test('while the keychain is locked, tickets print and the screen explains it; once unlocked, orders are accepted', async () => {
  const { venue } = app;
  const first = await open();
  expect(existsSync(join(venue.dataDir, 'vault.key'))).toBe(false);
  venue.printer.set({ paper_out: true });
  const { order_number: number } = await venue.place('takeaway');
  await card(first, number).getByRole('button', { name: 'Accept', exact: true }).click();
  await first
    .getByText(/out of paper|no paper/i)
    .first()
    .waitFor();
  await app.switchOff();
  await first.close();
  await keyring.end();

  keyring = await startKeyring(home, 'locked');
  venue.printer.set({ paper_out: false });
  const page = await open();
  await page.getByText(t('keychain.locked')).first().waitFor();
  await until('the ticket', () => venue.printer.papers().some((paper) => paper.cut && bears(paper, number)));
  await openFromMenu(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: /^Printers/ })
    .click();
  await page.getByText("Can't check for a PIN now").waitFor();
  await page.getByRole('button', { name: /^Orders/ }).click();

  await keyring.unlock();
  await page.getByText(t('keychain.locked')).first().waitFor({ state: 'detached' });
  const next = await venue.place('takeaway');
  await card(page, next.order_number).getByRole('button', { name: 'Accept', exact: true }).click();
  await until('its ticket', () => venue.printer.papers().some((paper) => paper.cut && bears(paper, next.order_number)));
  expect((await venue.atService(next.order_id)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
  expect(app.isOn()).toBe(true);
  await page.close();
}, 120_000);

test('while the keychain is locked, a notification is answered with 503 and Diagnostics shows why', async () => {
  const { venue } = app;
  const first = await open();
  await app.switchOff();
  await first.close();
  await keyring.end();
  keyring = await startKeyring(home, 'locked');
  const page = await open();
  const { order_id: id } = await venue.place('takeaway');
  const answers = async () =>
    (await venue.log())
      .filter((entry) => entry.kind === 'notification' && entry.order_id === id)
      .map((entry) => ('outcome' in entry ? entry.outcome : ''));
  await until('the refusal', async () => (await answers()).includes('503'));
  await openFromMenu(page, 'Diagnostics');
  await page.getByText(t('diagnostics.rejectedKeychainLocked')).waitFor();
  await page.close();
});

test('if the keychain dies under the running app, tokens are still renewed and orders accepted', async () => {
  const { venue } = app;
  const page = await open();
  keyring.kill();
  // All tokens have expired: the next call needs a new pair of tokens, and the vault to save it.
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await card(page, number).getByRole('button', { name: 'Accept', exact: true }).click();
  await until('the accept', async () => (await venue.atService(id)).history.some(({ event }) => event === 'accepted'));
  await page.close();
}, 180_000);
