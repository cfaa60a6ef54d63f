/** Every screen shows times in the time zone of the app's computer, like its printouts, whatever the screen's own zone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { OPENING_MS } from '../../../../main/hosts/browser/one-time-codes.ts';
import { keepDisplays } from '../../../../main/hosts/displays/displays.ts';
import { clockText } from '../../../../renderer/time/texts.ts';
import { screen, venue } from '../../venue/at-the-counter.ts';
import { RENDERER, startBrowser } from '../../venue/screen.ts';
import { until } from '../../venue/venue.ts';
import { atService, orderOne, typeMoment, withCouriers } from '../../venue/with-couriers.ts';

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A zone in which hours and minutes differ from this computer's zone. */
const ELSEWHERE = ['Asia/Kathmandu', 'America/St_Johns'].find((zone) => clockText(0, zone) !== clockText(0, OWN)) ?? '';
withCouriers({ timezoneId: ELSEWHERE });

let tablets: Browser;
beforeAll(async () => {
  tablets = await startBrowser();
});
afterAll(() => tablets.close());

async function untilOwnClock(page: Page, what: string): Promise<void> {
  await until(`the time of ${what}`, async () => {
    const shown = await page.locator(what).textContent();
    return shown === clockText(Date.now(), OWN);
  });
}

async function timesOn(page: Page): Promise<{ at: string; text: string }[]> {
  return page
    .locator('time[datetime]')
    .evaluateAll((all) => all.map((one) => ({ at: (one as unknown as { dateTime: string }).dateTime, text: one.textContent ?? '' })));
}

async function tablet(view: 'kitchen' | 'customer'): Promise<Page> {
  const answer = await until('a code', async () => {
    const paired = await venue.call('displays.pair', { view, name: view, station: null });
    return paired.ok && paired.value;
  });
  const context = await tablets.newContext({ reducedMotion: 'reduce', timezoneId: ELSEWHERE });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(answer.url);
  return page;
}

test("main screen, kitchen display and customer display show times in the venue's zone", async () => {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  const due = await until('its pickup', () => venue.state().orders[id]?.pickupAt);
  await venue.bringTo(id, 'preparing');
  await untilOwnClock(screen.page, '.bar-clock');
  await screen.card(number).locator('.due').getByText(clockText(due, OWN)).waitFor();
  await screen.page.locator('[data-screen="history"]').click();
  await screen.page.locator('time[datetime]').first().waitFor();
  for (const { at, text } of await timesOn(screen.page)) expect(text).toContain(clockText(at, OWN));

  const displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
  try {
    await venue.call('displays.allow', { on: true });
    await untilOwnClock(await tablet('kitchen'), '.kitchen-clock');
    await untilOwnClock(await tablet('customer'), '.customer-top time');
  } finally {
    await displays.stop();
  }
});

test("a time typed for a courier is in the venue's zone", async () => {
  const at = new Date(Math.ceil((Date.now() + 3 * 3_600_000) / 60_000) * 60_000);
  await screen.page.locator('[data-screen="courier"]').click();
  await typeMoment(at);
  const offer = await orderOne();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  const sent = await until('the courier', async () => (await atService())[0]);
  expect(sent.request).toMatchObject({ dropoff: { options: { scheduled_time: at.toISOString() } } });
});

test("the day marked as today in a calendar is the venue's", async () => {
  // At any hour, one of these zones has another day than the venue.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    const context = await tablets.newContext({ reducedMotion: 'reduce', timezoneId });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(screen.host.accessLink(OPENING_MS));
    await page.locator('[data-screen="courier"]').click();
    await page
      .locator('form')
      .getByRole('button', { name: /Calendar/ })
      .first()
      .click();
    const today = page.locator('.calendar-day[data-today]');
    const day = (at: number) => new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: OWN }).format(at);
    const before = Date.now();
    await today.waitFor();
    expect([day(before), day(Date.now())]).toContain(await today.textContent());
  }
});
