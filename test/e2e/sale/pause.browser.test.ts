/** A pause made by staff: sent at once, shown as confirmed only when it is, and ended by a tap. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openScreen, startBrowser } from '../venue/screen.ts';

atTheCounter();

/** If the service doesn't show a change within this time, ms, the change is reported as missing. */
const NOT_SEEN_MS = 121_000;

async function pause(minutes = '15 min'): Promise<void> {
  const { page } = screen;
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause orders' });
  await dialog.getByRole('radio', { name: minutes }).check({ force: true });
  await dialog.getByRole('radio', { name: t('sale.reasons.staff') }).check({ force: true });
  await dialog.getByRole('button', { name: 'Pause now' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const strip = () => screen.page.locator('.strip-paused');
const verified = (proof: string) => screen.page.locator(`.strip-paused[data-proof="${proof}"]`);

const isRefused = () =>
  venue.place('takeaway').then(
    () => false,
    () => true,
  );

test("a pause stops orders, the strip above the board shows the service's confirmation, and one tap reopens", async () => {
  const { page } = screen;
  await screen.column('New').waitFor();
  await pause();
  await strip()
    .getByText(/Paused until \d\d:\d\d/)
    .waitFor();
  await venue.untilLater('the service to confirm it', () => verified('seen').isVisible());
  expect(await strip().innerText()).toMatch(/1[45] min left.*The service confirmed it at .*Reason: Too few staff\./s);
  expect(await isRefused()).toBe(true);
  await page.getByRole('button', { name: /^System status/ }).click();
  const connections = page.getByRole('dialog', { name: 'Connections' });
  await connections.getByText(t('status.offline')).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('nothing more to tell of it', async () => (await strip().count()) === 0);
  expect(await isRefused()).toBe(false);
});

test("a pause that the service accepts but doesn't carry out is shown as unconfirmed, and can be sent again", async () => {
  await screen.column('New').waitFor();
  await venue.control('POST', '/faults', { match: 'PATCH *online', no_effect: true, times: 1 });
  await pause('30 min');
  await verified('sent').waitFor();
  expect(await strip().innerText()).toContain('not confirmed yet');
  await venue.later(NOT_SEEN_MS);
  await venue.untilLater('the service to be looked at', () => verified('unseen').isVisible());
  expect(await strip().innerText()).toContain('New orders may come in');
  await strip().getByRole('button', { name: 'Try again' }).click();
  await venue.untilLater('the service to confirm it', () => verified('seen').isVisible());
  expect(await isRefused()).toBe(true);
});

test("a pause that hasn't reached the service before a restart is sent afterwards", async () => {
  await screen.column('New').waitFor();
  await venue.control('POST', '/faults', { match: 'PATCH *online', drop: 'before', for_ms: 5_000 });
  await pause();
  await verified('waiting').waitFor();
  expect(await strip().innerText()).toContain("This hasn't reached the service yet");
  await screen.close();
  await venue.stopApp();
  await venue.startApp();
  const browser = await startBrowser();
  Object.assign(screen, await openScreen(browser, venue.app(), venue.dataDir));
  await venue.untilLater('the service to confirm it', () => verified('seen').isVisible());
  expect(await isRefused()).toBe(true);
  await browser.close();
});
