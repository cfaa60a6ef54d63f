/** A browser opens at most six connections to an address: main screen and displays don't hold any for long. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';

atTheCounter();

const SEARCHES = ['?view=kitchen', '?view=customer', '?view=kitchen&station=hot', '?view=kitchen&station=cold', '?view=customer', '', ''];

test('main screen, five displays and two more screens in one browser all stay connected and updated', async () => {
  const context = screen.page.context();
  const { origin } = new URL(screen.page.url());
  const pages = await Promise.all(
    SEARCHES.map(async (search) => {
      const page = await context.newPage();
      await page.goto(`${origin}/${search}`);
      return page;
    }),
  );
  try {
    for (const page of pages) await page.locator('.app[data-linked="true"], .customer').first().waitFor();
    const { order_id: id } = await venue.arrived('takeaway', { order_number: '88601' });
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    const heard = await Promise.all(
      pages.map((page) =>
        page
          .getByText('88601')
          .first()
          .waitFor()
          .then(() => true),
      ),
    );
    expect(heard.length).toBe(SEARCHES.length);
  } finally {
    await Promise.all(pages.map((page) => page.close()));
  }
}, 120_000);
