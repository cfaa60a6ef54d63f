/** If staff request the order alert on the STOP screen, it opens afterwards: no tap there hides it or silences its orders. */
import { expect, test } from 'vitest';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { cancelCooking } from '../../venue/cancelled.ts';
import { letStand } from '../../venue/page-time.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';

atTheCounter();

withFinger();

test("a tap next to the STOP screen's button doesn't silence the orders of the alert that opens after it", async () => {
  const { page } = screen;
  const { order_id: cooked } = await venue.arrived('takeaway', { order_number: '901' });
  await venue.bringTo(cooked, 'preparing');
  for (const number of ['902', '903']) await venue.place('takeaway', { order_number: number });
  await screen.card('903').waitFor();
  await cancelCooking(venue, cooked);
  const seen = page.getByRole('button', { name: t('stopped.seen') });
  await seen.waitFor();
  await letStand(page);
  await page.locator('.dialog-full .strip-new').last().click();
  await letStand(page);
  await finger.tap({ x: 20, y: 400 });
  await letStand(page);
  const alerting = () => Object.values(venue.state().orders).flatMap(({ number, alerting }) => (alerting ? [number] : []));
  expect(alerting().toSorted()).toEqual(['902', '903']);
  await seen.click();
  await seen.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: t('unanswered.name') }).waitFor();
});
