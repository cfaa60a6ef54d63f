/** After Accept all, one line shows what the service accepted, and names the other orders. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test('after Accept all, a line shows how many orders were accepted, which mention allergies, and which were refused', async () => {
  const { page } = screen;
  const ids = new Map<string, string>();
  for (const [number, comment] of [
    ['88701', 'Allergic to nuts'],
    ['88702', ''],
    ['88703', ''],
  ] as const) {
    const { order_id: id } = await venue.place('takeaway', { order_number: number, consumer_comment: comment });
    ids.set(number, id);
    await screen.card(number).waitFor();
  }
  const refused = ids.get('88702') ?? '';
  await venue.control('POST', '/faults', { match: `PUT /orders/${refused}/accept`, status: 422, times: 5 });
  const shown = page.locator('.accepted-place');
  expect(await shown.textContent()).toBe('');
  await page.getByRole('button', { name: 'Accept all' }).first().click();
  const dialog = page.getByRole('dialog', { name: t('several.title.accept') });
  await dialog.getByRole('button', { name: 'Accept 3 orders' }).click();
  await until('the words', async () => (await shown.textContent()) !== '');
  expect(await shown.textContent()).toBe('2 orders accepted · 1 with allergies: 88701 · Not accepted: 88702');
  expect((await venue.atService(ids.get('88703') ?? '')).order_status).toBe('production');
  await shown.getByRole('button', { name: 'Close' }).click();
  await until('no words', async () => (await shown.textContent()) === '');
}, 60_000);
