/** A dish's options always show their group, such as "Leave out"; otherwise "Onion" might be added instead. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';

atTheCounter();

const SEEN = ['Leave out: Red onions', 'Parmesan', 'Dip: 2× Garlic', 'Extra, dry'];

const seen = async (within: Locator) =>
  Promise.all(
    (await within.locator('.chosen').all()).map(async (choice) => {
      const [unseen, all] = [await choice.locator('.unseen').allTextContents(), (await choice.textContent()) ?? ''];
      return unseen.reduce((text, one) => text.replace(one, ''), all);
    }),
  );

test('an option shows its group on card, kitchen display and in History, once for several of a group', async () => {
  const { page } = screen;
  const options = [
    { name: 'Leave out', value: 'Red onions', count: 1 },
    { name: 'Leave out', value: 'Parmesan', count: 1 },
    { name: 'Dip', value: 'Garlic', count: 2 },
    { name: '', value: 'Extra, dry', count: 1 },
  ];
  const items = [{ row_number: 1, id: 'b', name: 'Burger', count: 1, options }];
  const { order_number: number } = await venue.place('takeaway', { items });
  const card = screen.card(number);
  await card.getByText('Burger').waitFor();
  expect(await seen(card)).toEqual(SEEN);
  await card.getByRole('button', { name: 'Accept', exact: true }).click();
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await page.getByRole('button', { name: /^Kitchen/ }).click();
  const dish = page.locator('.dish').filter({ hasText: 'Burger' });
  await dish.waitFor();
  expect(await seen(dish)).toEqual(SEEN);
  await page.getByRole('button', { name: /^History/ }).click();
  await page.locator('.history').getByText(number, { exact: true }).first().click();
  const story = page.locator('.story');
  await story.getByText('Burger').waitFor();
  expect(await seen(story)).toEqual(SEEN);
});
