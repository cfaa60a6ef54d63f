/** The main screen of an unattended computer. */
import { expect, test } from 'vitest';
import type { TabletView } from '../../../contract/contract.ts';
import { openFromMenu, openScreen, sharedBrowser } from '../../e2e/venue/screen.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testVenue } from '../../e2e/venue/with-venue.ts';
import { offerScreens, station } from '../../fixtures/paired-screens.ts';
import { t } from '../../setup/messages.ts';
import { closing } from '../../setup/parts.ts';

/** Counts the alarm's playing loops. */
const COUNT_LOOPS = `window.loops = 0;
for (const [name, by] of [['start', 1], ['stop', -1]]) {
  const original = AudioBufferSourceNode.prototype[name];
  AudioBufferSourceNode.prototype[name] = function (...given) {
    if (this.loop) window.loops += by;
    return original.apply(this, given);
  };
}`;

test('an unattended computer is silent, and the opening check names the station that rings instead', async () => {
  const venue = await testVenue({ settings: { counter: { port: 0, displays: true, displays_port: 0, stations_port: 0 } } });
  let screens: TabletView[] = [station('Bar')];
  offerScreens(venue.app(), () => screens);
  const { page } = closing(await openScreen(await sharedBrowser(), venue.app(), venue.dataDir));
  await page.evaluate(COUNT_LOOPS);
  const loops = () => page.evaluate('window.loops');
  await openSettings(page, 'Screens and tablets');
  await venue.arrived();
  await until('the alarm', async () => Number(await loops()) > 0);
  await page.getByRole('switch', { name: t('settings.displays.unattended') }).click();
  await until('silence', async () => (await loops()) === 0);
  await venue.arrived();
  await page.getByRole('button', { name: t('banner.many', { count: 2 }) }).waitFor();
  expect(await loops()).toBe(0);
  await page.locator('.bar-sound[data-mood="quiet"]').getByText(t('sound.blocked')).waitFor();

  await openFromMenu(page, 'Opening check');
  await page.getByRole('button', { name: t('selfTest.start') }).click();
  const lines = page.locator('.self-test li');
  await lines
    .filter({ hasText: t('selfTest.ringing') })
    .getByText(t('selfTest.ringingHere', { names: 'Bar' }))
    .waitFor();
  expect(await lines.getByText(t('selfTest.sound'), { exact: true }).count()).toBe(0);
  screens = [];
  await page.getByRole('button', { name: t('selfTest.again') }).click();
  await page.getByRole('button', { name: `${t('selfTest.toSettings')}: ${t('selfTest.ringing')}` }).click();
  await page.getByRole('switch', { name: t('settings.displays.unattended') }).waitFor();
});
