/** Days and times on every screen follow the screen's language, whatever the browser's. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter();

const go = (to: 'courier' | 'history') => screen.page.locator(`[data-screen="${to}"]`).click();
const speak = async (language: 'en' | 'fi' | 'de' | 'ka' | 'ja') => {
  await venue.call('settings.saveScreen', { screen: { language } });
  await screen.page.locator(`html[lang="${language}"]`).waitFor();
};
/** Count of the browser's own date and time fields, which would use the browser's language. */
const native = () =>
  screen.page
    .locator('input:is([type="date"], [type="time"], [type="datetime-local"], [type="month"], [type="week"]):not([aria-hidden="true"] *)')
    .count();
const text = async (what: string) =>
  ((await screen.page.locator(what).first().textContent()) ?? '').replaceAll(/[\u2066-\u2069\u200e\u200f\s]/g, '');

test("the hours of an auto-accept rule are the app's own fields, in the language's notation", async () => {
  await speak('fi');
  await screen.page.locator('.bar-menu').click();
  await screen.page.locator('.menu-item[data-key="settings"]').click();
  await screen.page.locator('[data-area="work"]').click();
  await screen.page.locator('.date-field').first().waitFor();
  expect(await native()).toBe(0);
  expect(await text('.date-input')).toBe('0.00');
  await speak('de');
  await screen.page.locator('.date-field').first().waitFor();
  expect(await text('.date-input')).toBe('00:00');
  const [hour, minute] = [
    screen.page.locator('.date-input [role="spinbutton"]').nth(0),
    screen.page.locator('.date-input [role="spinbutton"]').nth(1),
  ];
  await hour.focus();
  await screen.page.keyboard.type('1830', { delay: 160 });
  expect(await text('.date-input')).toBe('18:30');
  expect(await minute.textContent()).toBe('30');
  await screen.page.locator('fieldset.part .form-end .button').first().click();
  await until('the rule', () => venue.state().app.app?.autoAccept?.rules[0]?.from === '18:30');
});

test("the time for a courier is the app's own field, in the language's order, and can be cleared", async () => {
  const { merchant_id: merchantId, merchant_key: key } = (await venue.control('POST', '/merchants', {})) as Record<string, string>;
  await venue.call('settings.saveMerchant', { merchantId: merchantId ?? null, key: key ?? null, webhookSecret: null });
  for (const [language, order] of [
    ['en', ['day', 'month', 'year', 'hour', 'minute']],
    ['ka', ['day', 'month', 'year', 'hour', 'minute']],
    ['ja', ['year', 'month', 'day', 'hour', 'minute']],
  ] as const) {
    await speak(language);
    await go('courier');
    const field = screen.page.locator('form .date-input').first();
    await field.waitFor();
    expect(await native()).toBe(0);
    const types = (await screen.page.evaluate(
      `[...document.querySelector('form .date-input').querySelectorAll('[role="spinbutton"]')].map((one) => one.dataset.type)`,
    )) as string[];
    expect(types, language).toEqual(order);
  }
  await speak('en');
  const field = screen.page.locator('form .date-input').first();
  await field.locator('[data-type="day"]').focus();
  await screen.page.keyboard.type('241220300915', { delay: 160 });
  await until('the moment', async () => (await text('form .date-input')) === '24/12/2030,09:15');
  await screen.page.getByRole('button', { name: /^Clear: Scheduled time/ }).click();
  await until('none', async () => !/2030/.test(await text('form .date-input')));
});

test("days in a report are in Georgian, a language that the browser's own date texts lack", async () => {
  const knows = (await screen.page.evaluate(`Intl.DateTimeFormat.supportedLocalesOf(['de', 'ka'])`)) as string[];
  expect(knows).toEqual(['de']);
  const { order_id: orderId } = await venue.place('takeaway');
  await until('the order', () => venue.state().orders[orderId]);
  await venue.bringTo(orderId, 'preparing');
  await speak('ka');
  await go('history');
  await screen.page.getByRole('tab').nth(1).click();
  await until('the day', async () => /^\d\d?\.\d\d?\.\d{4}$/.test(await text('.date-picker .date-input')));
  const [day = '', month = '', year = ''] = (await text('.date-picker .date-input')).split('.');
  const written = new Intl.DateTimeFormat('ka', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const expected = written.format(Date.UTC(Number(year), Number(month) - 1, Number(day))).replaceAll(' ', '');
  await until('its name', async () => (await text('.chart-legend')).includes(expected));
  expect(await text('.chart-legend')).not.toMatch(/[A-Za-z]/);
});

test("reports open with the service's day, even if this computer's date differs", async () => {
  const TWO_DAYS_MS = 2 * 24 * 3_600_000;
  await venue.control('POST', '/clock', { advance_seconds: TWO_DAYS_MS / 1_000 });
  // So large a difference from this computer's clock is trusted only after several answers.
  for (let orders = 1; orders <= 3; orders += 1) {
    await venue.place('takeaway');
    await until('the order', () => Object.values(venue.state().orders).filter(({ column }) => column === 'new').length === orders);
  }
  await until('the time of the service', () => (venue.state().app.app?.clockOffsetMs ?? 0) > TWO_DAYS_MS - 60_000);
  // The order alert would cover the bar.
  for (const { id, column } of Object.values(venue.state().orders))
    if (column === 'new') await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await go('history');
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const day = new Date(Date.now() + TWO_DAYS_MS);
  const written = [day.getDate(), day.getMonth() + 1, day.getFullYear()].map((part) => String(part).padStart(2, '0')).join('/');
  await until('its day', async () => (await text('.date-picker .date-input')) === written);
});
