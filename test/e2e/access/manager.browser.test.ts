/** The manager's PIN, the opening check, the coach, and the languages of the screen. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { startApp } from '../../../main/app/app.ts';
import { suggestions } from '../../../main/shift/prep-coach.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openFromMenu } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test('with a PIN set, staff handle orders without it, but settings need it', async () => {
  await openSettings(screen.page, 'Manager’s PIN');
  const part = screen.page.getByRole('form', { name: 'Manager access' });
  await part.getByLabel(/^Protect settings/).fill('12');
  await part.getByRole('button', { name: t('access.save') }).click();
  await part.locator('.field-error').getByText(t('field.pinDigits')).waitFor();
  await part.getByLabel(/^Protect settings/).fill('4711');
  await part.getByRole('button', { name: t('access.save') }).click();
  await part.getByRole('button', { name: t('access.leave') }).click();
  const enter = screen.page.getByRole('form', { name: 'Manager access' });
  // Two forms have this name; only the one that asks for the PIN has this button.
  await enter.getByRole('button', { name: 'Open' }).waitFor();
  await enter.getByLabel('PIN').fill('1234');
  await enter.getByRole('button', { name: 'Open' }).click();
  await enter.locator('.field-error').getByText(t('access.pinWrong')).waitFor();
  const refused = await venue.call('settings.savePos', { pos: { kind: 'ticket-only' } });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'manager-only' } });
  const order = await venue.arrived();
  expect((await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 })).ok).toBe(true);
  expect(
    (await venue.call('settings.saveWork', { work: { rush: { extra_minutes: 5, until: new Date(Date.now() + 60_000).toISOString() } } }))
      .ok,
  ).toBe(true);
  expect((await venue.call('settings.saveWork', { work: { undo_seconds: 0 } })).ok).toBe(false);
  await enter.getByLabel('PIN').fill('4711');
  await enter.getByRole('button', { name: 'Open' }).click();
  await part.getByRole('button', { name: t('access.save') }).waitFor();
  expect((await venue.call('settings.savePos', { pos: { kind: 'ticket-only' } })).ok).toBe(true);
});

/** Lets the wait after wrong PINs pass, as if Tillbridge had run that long. */
function waitOut(): void {
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'));
  db.exec('UPDATE access SET rest_ms = 0');
  db.close();
}

test('the PIN and the wait after wrong PINs survive a restart, and the client secret removes a PIN', async () => {
  await venue.call('access.setPin', { pin: '908172' });
  await venue.stopApp();
  await venue.startApp();
  expect(venue.state().app.app?.access).toMatchObject({ protected: true, manager: false });
  expect((await venue.call('access.setPin', { pin: null })).ok).toBe(false);
  for (let attempt = 0; attempt < 4; attempt += 1) expect((await venue.call('access.enter', { pin: '0000' })).ok).toBe(false);
  // After four wrong PINs, even the right PIN and the client secret must wait, also after a restart.
  const wait = { ok: false, problem: { code: 'wait', hint: { code: 'access.nextTryIn' } } };
  expect(await venue.call('access.enter', { pin: '908172' })).toMatchObject(wait);
  expect(await venue.call('access.enter', { pin: venue.sandbox.client_secret })).toMatchObject(wait);
  await venue.stopApp();
  await venue.startApp();
  expect(await venue.call('access.enter', { pin: '908172' })).toMatchObject(wait);
  expect(await venue.call('access.enter', { pin: venue.sandbox.client_secret })).toMatchObject(wait);
  await venue.stopApp();
  waitOut();
  await venue.startApp();
  expect((await venue.call('access.enter', { pin: venue.sandbox.client_secret })).ok).toBe(true);
  expect((await venue.call('access.setPin', { pin: null })).ok).toBe(true);
  await venue.stopApp();
  await venue.startApp();
  expect(venue.state().app.app?.access).toMatchObject({ protected: false, manager: true });
});

test('settings stay protected if the PIN is deleted from the vault; the client secret opens them to set a new one', async () => {
  await venue.call('access.setPin', { pin: '4711' });
  await venue.stopApp();
  await (await openVault({ dataDir: venue.dataDir, prefer: 'file' })).delete('counter/pin');
  await venue.startApp();
  expect(venue.state().app.app?.access).toMatchObject({ protected: true, manager: false });
  expect((await venue.call('settings.savePos', { pos: { kind: 'ticket-only' } })).ok).toBe(false);
  expect(venue.state().notices.pin).toMatchObject({ level: 'error', text: message('access.pinMissing') });
  expect(await venue.call('access.enter', { pin: '4711' })).toMatchObject({ ok: false, problem: { code: 'wrong-pin' } });
  expect((await venue.call('access.enter', { pin: venue.sandbox.client_secret })).ok).toBe(true);
  expect((await venue.call('access.setPin', { pin: '1174' })).ok).toBe(true);
});

test('the start command that removes the PIN does so for good, and the screen shows it', async () => {
  await venue.call('access.setPin', { pin: '4711' });
  await venue.stopApp();
  const app = await startApp({ dataDir: venue.dataDir, log: 'silent', vault: 'file', resetPin: true });
  let held: Snapshot | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  await until('no PIN', () => held?.state.app.app?.access.protected === false);
  expect(held).toMatchObject({ state: { notices: { pin: { text: { code: 'access.pinReset' } } } } });
  await app.close();
  await venue.startApp();
  expect(venue.state().app.app?.access).toMatchObject({ protected: false, manager: true });
});

test('the opening check is green within seconds if all works, and prints on the printer', async () => {
  await screen.page.getByText(t('board.empty.new.silent')).waitFor();
  await screen.page.getByText(t('sound.ask')).click();
  await screen.page.getByText(t('board.empty.new.hint')).waitFor();
  await openFromMenu(screen.page, 'Opening check');
  const check = screen.page.getByRole('dialog', { name: 'Opening check' });
  await check.getByRole('button', { name: t('selfTest.start') }).click();
  await check.getByText(/^Everything works\. Took \d+ s\.$/).waitFor();
  expect(venue.printer.papers().filter(({ cut }) => cut)).toHaveLength(1);
  expect(Object.keys(venue.state().orders)).toHaveLength(0);
});

test("the opening check is red if the printer has no paper or the till's folder can't be written, and says what to do", async () => {
  const place = mkdtempSync(join(tmpdir(), 'tillbridge-till-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const folder = join(place, 'a-file-in-the-way');
  writeFileSync(folder, '');
  await reopen({ settings: { pos: { kind: 'hot-folder', folder } } });
  venue.printer.set({ paper_out: true });
  await openFromMenu(screen.page, 'Opening check');
  const check = screen.page.getByRole('dialog', { name: 'Opening check' });
  await check.getByRole('button', { name: t('selfTest.start') }).click();
  await check.getByText(t('printer.outOfPaper')).waitFor({ timeout: 40_000 });
  await check.getByText(t('printer.insertRoll')).waitFor();
  await check.getByText(t('till.folderNotWritable')).waitFor();
  await check.getByText(/things need attention\./).waitFor();
});

test('the prep coach suggests up to 25 extra minutes if enough orders at that load were late', () => {
  const order = (lateMinutes: number) =>
    ({ readyAt: lateMinutes * 60_000, dueAt: 0 }) as Parameters<typeof suggestions>[0][number]['order'];
  const at = (alongside: number, ...late: number[]) => late.map((minutes) => ({ order: order(minutes), alongside }));
  expect(suggestions(at(7, -3, 1, 4, 6, 7, 8, 9, 9)).get(6)?.minutes).toBe(10);
  expect(suggestions(at(12, 40, 50, 60, 70, 80, 90, 99, 99)).get(10)?.minutes).toBe(25);
  expect(suggestions(at(1, -5, -4, -3, -2, -1, -1, 0, 0)).size).toBe(0);
  expect(suggestions(at(7, 20, 20, 20)).size).toBe(0);
});
