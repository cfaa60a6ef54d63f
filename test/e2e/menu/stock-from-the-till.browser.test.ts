/** Counted stock sent by a till over HTTP: port and key from Settings, and the result on screen. */
import { expect, test } from 'vitest';
import { freePort } from '../../../main/demo/venue.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';

atTheCounter();

test('with a port and a key from Settings, the till can send stock; a mistake in it is shown to the till and to staff', async () => {
  const { page } = screen;
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  await venue.untilLater('the menu to be read', async () => {
    const answer = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
  await openSettings(page, 'Till');
  const part = page.getByRole('region', { name: t('settings.stock.title') });
  await part.getByLabel('Port on this computer').fill('99999');
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText(/65535/).waitFor();
  await part.getByLabel('Port on this computer').fill(String(await freePort()));
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText(t('settings.stock.noKey')).waitFor();
  await part.getByRole('button', { name: t('settings.stock.make') }).click();
  await part.getByText(/shown until you leave this page/).waitFor();
  const [address = '', key = ''] = await part.locator('code').allInnerTexts();
  const give = (body: string) => fetch(address, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });

  const refused = await give('external_id,inventory\nPOS-1001,12\nPOS-1001,many\n');
  expect([refused.status, await refused.json()]).toMatchObject([422, { mistakes: [{ line: 3 }] }]);
  const notice = page.getByText('The stock file HTTP was rejected. Line 3:').first();
  await venue.untilLater('staff to be told', () => notice.isVisible());

  expect((await give('external_id,inventory\nPOS-1001,12\n')).status).toBe(200);
  await page.locator('[data-screen="menu"]').click();
  await page.getByRole('tab', { name: /^Changes/ }).click();
  await page.getByText('Stock 12').waitFor();

  await openSettings(page, 'Till');
  await part.getByText('A key is saved.').waitFor();
  expect(await part.innerText()).not.toContain(key);
  expect(JSON.stringify(venue.state())).not.toContain(key);
}, 120_000);
