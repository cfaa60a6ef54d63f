/** Reports in a real browser: screen and tables match the placed orders. */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { keepPast, type PastOrder } from '../venue/past-orders.ts';
import { openScreen, type Screen, startBrowser } from '../venue/screen.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

function ago(days: number, hour = 12): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, hour).getTime();
}
const dayText = (at: number) => new Date(at).toLocaleDateString('sv');

/** One to three orders a day for three months, so every period has some. */
const PAST: PastOrder[] = Array.from({ length: 92 }, (_, at) => at + 1).flatMap((days) =>
  Array.from({ length: 1 + (days % 3) }, (_, nth) => ({
    placedAt: ago(days, 11 + nth * 4),
    sales: 1000 + days * 10 + nth,
    fees: 290,
    tip: nth === 0 ? 200 : 0,
    discount: nth === 1 ? 150 : 0,
    kind: nth === 2 ? ('takeaway' as const) : ('homedelivery' as const),
    dish: nth === 0 ? 'Pizza margherita' : 'Tiramisù',
    lateBy: days % 7 === 0 && nth === 0 ? 6 : -2,
  })),
);
const within = (firstDay: string, lastDay: string) =>
  PAST.filter(({ placedAt }) => dayText(placedAt) >= firstDay && dayText(placedAt) <= lastDay);
const sum = (orders: readonly PastOrder[], of: (order: PastOrder) => number | undefined) =>
  orders.reduce((all, order) => all + (of(order) ?? 0), 0);
const euro = (amount: number) =>
  `${amount < 0 ? '-' : ''}€${new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(Math.abs(amount) / 100)}`;
function lastMonth(): [string, string] {
  const now = new Date();
  return [
    dayText(new Date(now.getFullYear(), now.getMonth() - 1, 1).getTime()),
    dayText(new Date(now.getFullYear(), now.getMonth(), 0).getTime()),
  ];
}

let browser: Browser;
let venue: Venue;
let screen: Screen;
let page: Page;
beforeAll(async () => {
  browser = await startBrowser();
  venue = await openVenue();
  await venue.stopApp();
  keepPast(venue.dataDir, venue.venueId, PAST);
  await venue.startApp();
});
afterAll(async () => {
  await venue.close();
  await browser.close();
});
beforeEach(async () => {
  await venue.call('settings.saveScreen', { screen: { language: 'en', theme: 'light' } });
  screen = await openScreen(browser, venue.app(), venue.dataDir);
  page = screen.page;
});
afterEach(() => screen.close());

/** Presses once only: a second "Earlier" would show another month. */
async function press(button: Locator, isDone: () => Promise<unknown>): Promise<void> {
  if (await isDone()) return;
  await button.click();
  await until('it to be done', isDone);
}

async function openReports(kind: 'Day' | 'Week' | 'Month'): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  const head = page.locator('.report-head');
  await press(page.getByRole('tab', { name: 'Reports' }), () => head.isVisible());
  const radio = page.getByRole('radio', { name: kind });
  await press(page.locator('.segment', { hasText: kind }), () => radio.isChecked());
}
/** Opens the previous period; `isThere`: whether it is on screen. */
const earlier = (isThere: () => Promise<unknown>) => press(page.getByRole('button', { name: 'Earlier', exact: true }), isThere);

const figure = async (name: string) => {
  const found = page.getByRole('definition').filter({ has: page.locator(`xpath=../dt[text()="${name}"]`) });
  return (await found.count()) === 0 ? '' : ((await found.locator('strong').textContent()) ?? '');
};
interface Row {
  children: ArrayLike<{ textContent: string | null }>;
}
const rows = (table: Locator) =>
  table
    .locator('tr')
    .evaluateAll((all) => all.map((row) => Array.from((row as unknown as Row).children, (cell) => cell.textContent ?? '')));
const money = async () =>
  Object.fromEntries((await rows(page.getByRole('table', { name: 'Money EUR' }))).map(([name, text]) => [name, text]));

test("downloaded tables have a line for each order and each day, with the screen's totals", async () => {
  const orders = within(...lastMonth());
  await openReports('Month');
  await earlier(async () => (await figure('Taken')) === String(orders.length));
  const download = async (item: string) => {
    await press(page.getByRole('button', { name: 'CSV' }), () => page.getByRole('menuitem', { name: item }).isVisible());
    const file = page.waitForEvent('download');
    await press(page.getByRole('menuitem', { name: item }), async () => !(await page.getByRole('menu').isVisible()));
    const text = readFileSync(await (await file).path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [head = '', ...lines] = text.slice(1).trim().split('\r\n');
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at], cell])));
  };
  const byOrder = await download(t('reports.csvOf.orders'));
  expect(byOrder).toHaveLength(orders.length);
  expect(sumOf(byOrder, 'fees')).toBe(sum(orders, ({ fees }) => fees));
  const byDay = await download(t('reports.csvOf.days'));
  expect(new Set(byDay.map(({ day }) => day))).toEqual(new Set(orders.map(({ placedAt }) => dayText(placedAt))));
  expect(euro(sumOf(byDay, 'total'))).toBe((await money()).Total);
});
const sumOf = (lines: readonly Record<string, string>[], column: string) =>
  lines.reduce((all, line) => all + Math.round(Number(line[column]) * 100), 0);

test("with a PIN set, reports of weeks and months need the manager, a day's report doesn't", async () => {
  expect((await venue.call('access.setPin', { pin: '2468' })).ok).toBe(true);
  try {
    await venue.call('access.leave', {});
    const [day, month] = [
      { firstDay: '2026-01-01', lastDay: '2026-01-01' },
      { firstDay: '2026-01-01', lastDay: '2026-01-31' },
    ];
    expect((await venue.call('history.report', { span: day, against: day })).ok).toBe(true);
    for (const [one, against] of [
      [month, null],
      [day, month],
    ] as const)
      expect(await venue.call('history.report', { span: one, against })).toMatchObject({ ok: false, problem: { code: 'manager-only' } });
    await openReports('Week');
    await page.getByRole('form', { name: 'Manager' }).or(page.locator('input[name="pin"]')).first().waitFor();
    expect(await page.locator('.report').count()).toBe(0);
  } finally {
    await venue.call('access.enter', { pin: '2468' });
    await venue.call('access.setPin', { pin: null });
  }
});

test('a missing folder for monthly files is saved, and an error is shown at its field at once', async () => {
  await openReports('Month');
  const form = page.getByRole('form', { name: 'Monthly file' });
  await form.getByLabel('Folder').fill('/nowhere/at/all');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('.field-error').getByText(t('monthlyFile.folderMissing')).waitFor();
  await form.getByText('Saved.').waitFor();
});
