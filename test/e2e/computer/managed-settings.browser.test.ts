/** Settings managed by a chain: what the screen shows, what is locked, and how it ends. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { makeSettingsPair, type SettingsDocument, signSettings } from '../../../contract/relay/settings-document.ts';
import { startTestRelay, type TestRelay } from '../../integration/intake/relay/test-relay.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const chain = makeSettingsPair();
let relay: TestRelay;
beforeEach(async () => {
  relay = await startTestRelay();
  const code = relay.invite([venue.venueId], 'code-of-the-chain', { group: 'harbour', key: chain.publicKey });
  expect(await venue.call('settings.joinRelay', { address: relay.url, code, secret: null })).toMatchObject({ ok: true });
  await until('the relay', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
});
afterEach(async () => {
  await relay[Symbol.asyncDispose]();
});

function give(version: number, settings: SettingsDocument['settings']): void {
  const document = { format: 1 as const, group: 'harbour', version, by: 'Example chain', made_at: '2026-11-22T12:00:00.000Z', settings };
  relay.say({ type: 'settings', ...signSettings(document, chain) });
}

const managed = () => venue.state().app.app?.managed;
const work = () => screen.page.getByRole('region', { name: 'Automation' });
const undo = () => work().getByRole('button', { name: /Undo window/ });
const relayPart = () => screen.page.locator('[data-part="relay"]');

test("staff see who manages which settings, and can't change these until the relay is removed", async () => {
  await openSettings(screen.page, 'Automation');
  expect(await undo().isEnabled()).toBe(true);
  give(1, { work: { undo_seconds: 8 } });
  await undo().getByText('8 s').waitFor();
  await work()
    .getByText(t('settings.managed.locked', { by: 'Example chain' }))
    .waitFor();
  expect(await undo().isDisabled()).toBe(true);
  expect(
    await work()
      .getByRole('button', { name: /Reminder/ })
      .isEnabled(),
  ).toBe(true);
  expect(await venue.call('settings.saveWork', { work: { undo_seconds: 0 } })).toMatchObject({
    ok: false,
    problem: {
      code: 'setting-is-managed',
      text: { code: 'managed.managedBy', values: { by: 'Example chain', place: 'work.undo_seconds' } },
      hint: { code: 'managed.askForChange' },
    },
  });
  expect(await venue.call('settings.saveWork', { work: { reminder_minutes: 30 } })).toMatchObject({ ok: true });

  await openSettings(screen.page, 'Webhooks');
  await relayPart()
    .getByText(t('settings.managed.by', { by: 'Example chain', version: '1' }), { exact: true })
    .waitFor();
  give(2, { work: { undo_seconds: 0 }, relay: { url: null } });
  await relayPart()
    .getByText(/rejected as a whole. .* relay\.url can't be managed remotely/)
    .waitFor();
  await relayPart()
    .getByText(t('settings.managed.by', { by: 'Example chain', version: '1' }), { exact: true })
    .waitFor();
  expect(managed()).toMatchObject({ version: 1, places: ['work.undo_seconds'] });
  await until('the relay hears of it', () => relay.pings.at(-1)?.health?.settingsRefused?.code === 'not-manageable');
  expect(relay.pings.at(-1)?.health).toMatchObject({
    managedVersion: 1,
    settingsRefused: { version: 2, code: 'not-manageable', about: 'relay.url' },
  });

  await relayPart()
    .getByRole('button', { name: t('settings.relay.leave') })
    .click();
  await screen.page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.relay.leave') })
    .click();
  await relayPart().getByLabel('Code', { exact: true }).waitFor();
  expect(managed()).toBeNull();
  await openSettings(screen.page, 'Automation');
  await undo().getByText('8 s').waitFor();
  expect(await undo().isEnabled()).toBe(true);
  expect(await venue.call('settings.saveWork', { work: { undo_seconds: 3 } })).toMatchObject({ ok: true });
});

test('every field a chain may manage is locked and marked', async () => {
  give(1, {
    alerts: { volume: 60, webhook_after_seconds: 120 },
    kitchen: { dish_size: 30, sold_out: true, stations: [{ id: 'grill', name: 'Grill' }] },
    screen: { theme: 'dark', size: 'usual', density: 'usual' },
    staff: { sign_out_minutes: 10 },
    template: { code: 'qr', receipt: { footer: 'See you soon' } },
    venues: { [venue.venueId]: { name: 'Harbour Kitchen', reject_reasons: { GENERIC: ['The kitchen is closed'] } } },
  });
  await until('version 1', () => managed()?.version === 1);
  const locked = () => screen.page.locator('.settings-page:not([hidden]) fieldset.managed').filter({ hasText: 'Managed by Example chain' });
  for (const [area, fields] of [
    [t('settings.areas.look'), 3],
    [t('settings.areas.sound'), 2],
    [t('settings.areas.papers'), 1],
    ['Venues', 2],
  ] as const) {
    await openSettings(screen.page, area);
    await expect.poll(() => locked().count()).toBe(fields);
    // The list may have scrolled, and two quick taps in one place count as a double tap.
    await letStand(screen.page);
  }
  await openSettings(screen.page, t('settings.areas.sound'));
  const form = screen.page.getByRole('form', { name: t('settings.alarm.webhook') });
  await form.locator('[name="webhook_url"]').fill('https://tell.example.test');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved').first().waitFor();
  const held = await venue.call('settings.get', {});
  expect(held.ok && held.value.settings.alerts).toMatchObject({
    webhook_url: 'https://tell.example.test',
    webhook_after_seconds: 120,
    volume: 60,
  });
});
