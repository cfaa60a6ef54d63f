/** Every screen, with an order in every state, checked by accessibility rules and minimum tap sizes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Language, OWN_NAME } from '../../../../contract/language.ts';
import { t } from '../../../setup/messages.ts';
import { brokenRules } from '../../venue/accessibility.ts';
import { cancelledWhileCooked } from '../../venue/cancelled.ts';
import { unmarked, unreadable } from '../../venue/contrast-theme.ts';
import { letStand } from '../../venue/page-time.ts';
import { speakPseudoLanguage, textsOn } from '../../venue/pseudo-language.ts';
import { openScreen, type Screen, startBrowser } from '../../venue/screen.ts';
import { underTheStrip } from '../../venue/touch/under-the-strip.ts';
import { openVenue, until, type Venue } from '../../venue/venue.ts';

const IN_BAR = ['board', 'kitchen', 'courier', 'menu', 'history'] as const;
type Screens = (typeof IN_BAR)[number] | 'settings' | 'diagnostics';

const ANSWER_WITHIN_SECONDS = 3_000;
const NOTE = 'I am allergic to sesame.';
let browser: Browser;
let venue: Venue;
let screen: Screen;
let group = '';

export function withEveryKindOfOrder(): void {
  beforeAll(open);
  afterAll(async () => {
    await screen.close();
    await venue.close();
    await browser.close();
  });
}

async function open(): Promise<void> {
  browser = await startBrowser();
  // Answering times are so long that no order alert opens.
  const id = '6b1f0c2d9e4a57318c2ad011';
  venue = await openVenue({
    venue: { venue_id: id, accept_within_seconds: ANSWER_WITHIN_SECONDS },
    settings: { venues: { [id]: { accept_within_seconds: ANSWER_WITHIN_SECONDS } } },
  });
  const kinds = ['group', 'takeaway', 'preorder', 'self-delivery', 'instant', 'group', 'takeaway'];
  const note = { consumer_comment: NOTE };
  const placed = await Promise.all(kinds.map((kind, place) => venue.place(kind, place < 4 ? {} : note)));
  const at = (place: number) => placed[place]?.order_id ?? '';
  for (const { order_id } of placed) await until('a card', () => venue.state().orders[order_id]);
  group = at(5);
  for (const one of [at(1), group, at(6)]) await venue.call('order.accept', { orderId: one, extraMinutes: 0 });
  for (const one of [at(1), group, at(6)]) await until('preparing', () => venue.card(one).column === 'preparing');
  await venue.call('order.ready', { orderId: at(6) });
  await venue.call('order.confirm', { orderId: at(2) });
  await venue.call('order.reject', { orderId: at(3), reason: 'Sold out', code: 'ITEMS_UNAVAILABLE' });
  await until('rejected', () => venue.card(at(3)).column === 'ended');
  const until1h = new Date(Date.now() + 3_600_000).toISOString();
  await venue.call('settings.saveWork', { work: { rush: { extra_minutes: 10, until: until1h } } });
  screen = await openScreen(browser, venue.app(), venue.dataDir);
  await screen.page.emulateMedia({ reducedMotion: 'reduce' });
  await screen.page.getByRole('article').first().waitFor();
}

/** Tappable elements that are smaller than 44 CSS px, with their label. */
function tooSmall(): Promise<string[]> {
  return screen.page.evaluate(`[...document.querySelectorAll('button, a[href], select, input, textarea, [role=tab], [role=row]')]
    .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true], [hidden]') && !one.matches('[tabindex="-1"], .unseen'))
    .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(({ one, box }) => one.outerHTML.slice(0, 120) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))`);
}

/** Checkboxes much higher than their text. Next to a labeled field they may be as high as the field. */
function stretched(): Promise<string[]> {
  return screen.page.evaluate(`[...document.querySelectorAll('.choice')]
    .filter((one) => one.checkVisibility() && one.offsetHeight > one.querySelector('span').offsetHeight + 72)
    .map((one) => one.textContent.slice(0, 80) + ' ' + one.offsetHeight + ' high')`);
}

async function go(to: Screens): Promise<void> {
  if (IN_BAR.some((one) => one === to)) return screen.page.locator(`[data-screen="${to}"]`).click();
  await screen.page.locator('.bar-menu').click();
  await screen.page.locator(`.menu-item[data-key="${to}"]`).click();
}
const dialog = () => screen.page.getByRole('dialog');
async function leaveDialog(): Promise<void> {
  await screen.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
}
/** Texts with three plain letters in a row that are neither from a message file nor data: hard-coded in English. */
async function hardCoded(): Promise<string[]> {
  const given = await wordsOfOthers();
  return (await textsOn(screen.page)).flatMap(({ text, where }) => {
    // A printout's image has its content as alt text, in the printout's language.
    if (where === 'img@alt' && text.includes('\n')) return [];
    // File names, addresses and keys are the same in every language.
    if (/^(code|kbd)\b/.test(where)) return [];
    const words = (text.replace(/https?:\S+/g, '').match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !given.has(word.toLowerCase()));
    return words.length > 0 ? [`${words.join(' ')} in "${text.slice(0, 100)}" (${where})`] : [];
  });
}

/** Words that aren't the app's: data of orders, menu and addresses, and native names of languages and currencies. */
async function wordsOfOthers(): Promise<Set<string>> {
  const orders = await Promise.all(Object.keys(venue.state().orders).map((id) => venue.atService(id)));
  const menu = await venue.control('GET', `/venues/${venue.venueId}/menu`);
  const reported = JSON.stringify([
    orders,
    menu,
    Object.values(venue.state().venues).map(({ name }) => name),
    venue.venueId,
    venue.dataDir,
    OTHERS,
  ]);
  return new Set((reported.match(/[A-Za-z]{3,}/g) ?? []).map((word) => word.toLowerCase()));
}
const OTHERS = [
  Object.values(OWN_NAME),
  ['order.notification', 'courier.notification', 'CREATED', 'PRODUCTION', 'READY', 'CANCELED'],
  ['Harbour street 5', 'Helsinki', 'Aino'],
  ['Ana', 'Ben', 'Maximiliane'],
];

/** `all rules`: all accessibility rules (slow). `sizes`: only sizes. `words`: whether words are translated and whole. */
export type How = 'all rules' | 'sizes' | 'words' | 'contrast theme';
async function fine(what: string, how: How = 'all rules'): Promise<void> {
  if (how === 'contrast theme') {
    expect.soft(await unreadable(screen.page), what).toEqual([]);
    expect.soft(await unmarked(screen.page), what).toEqual([]);
    return;
  }
  if (how === 'words') expect.soft(await hardCoded(), what).toEqual([]);
  if (how === 'all rules') expect(await brokenRules(screen.page), what).toEqual([]);
  expect(await tooSmall(), what).toEqual([]);
  expect(await stretched(), what).toEqual([]);
  expect.soft(await underTheStrip(screen.page), what).toEqual([]);
}
async function inLook(language: Language, theme: Theme): Promise<void> {
  const { page } = screen;
  await page.goto(new URL(page.url()).origin);
  await venue.call('settings.saveScreen', { screen: { language, theme } });
  await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor();
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

async function inDialog(opener: string, look: () => Promise<void>): Promise<void> {
  await go('board');
  await screen.page.locator(opener).first().click();
  await dialog().waitFor();
  await look();
  await leaveDialog();
}

async function display(view: string, language: Language, look: () => Promise<void>): Promise<void> {
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=${view}`);
  await screen.page.locator(`html[lang="${language}"] .${view}`).waitFor();
  await look();
}

const NAMES = ['Ana', 'Ben', 'Maximiliane'];
const PIN = '4711';

/** How to open and check each screen. Displays, on their own pages, come last. */
const VIEWS: Record<string, (look: () => Promise<void>, language: Language) => Promise<void>> = {
  async board(look) {
    await go('board');
    await screen.page.getByRole('article').first().waitFor();
    await look();
  },
  'open order': (look) =>
    inDialog('.card-number', async () => {
      await look();
      for (const fold of await screen.page.locator('.fold').all()) {
        await fold.click();
        await screen.page.locator('.fold-open').waitFor();
        await look();
      }
    }),
  reject: (look) => inDialog('.card[data-column="new"] [data-action="reject"]', look),
  'accept all': (look) => inDialog('.column[data-column="new"] .head-button:not(.head-below)', look),
  rush: (look) => inDialog('.bar-rush', look),
  'hand-over': (look) => inDialog(`[id="order-${group}"] [data-action="ready"]`, look),
  connections: (look) => inDialog('.bar-health', look),
  async menu(look) {
    await go('menu');
    await screen.page.locator('.menu-row').first().waitFor();
    await look();
    await screen.page.locator('.menu-row-acts [aria-haspopup]').first().click();
    await screen.page.locator('.ends-menu').waitFor();
    await look();
    await screen.page.keyboard.press('Escape');
    await screen.page.locator('.menu-row-name').first().click();
    await dialog().waitFor();
    await look();
    await leaveDialog();
    for (const place of [1, 2, 3]) {
      await screen.page.locator('.menu-tabs [role=tab]').nth(place).click();
      await look();
    }
  },
  async history(look) {
    await go('history');
    await screen.page.getByRole('row').first().click();
    await screen.page.getByRole('article').waitFor();
    await look();
  },
  async reports(look) {
    await go('history');
    await screen.page.getByRole('tab').nth(1).click();
    await screen.page.locator('.report').waitFor();
    await look();
  },
  async settings(look) {
    await go('settings');
    const areas = screen.page.locator('.area-button');
    await areas.first().waitFor();
    for (let place = 0; place < (await areas.count()); place += 1) {
      await areas.nth(place).click();
      await screen.page.locator('.settings-page:not([hidden]) .part, .settings-page:not([hidden]) .row').first().waitFor();
      await look();
    }
  },
  async 'self-test'(look) {
    await screen.page.locator('.bar-menu').click();
    await screen.page.locator('.menu-item[data-key="self-test"]').click();
    await dialog().waitFor();
    await look();
    await leaveDialog();
  },
  async 'set-up'(look) {
    await screen.page.locator('.bar-menu').click();
    await screen.page.locator('.menu-item[data-key="set-up"]').click();
    // Setup opens at the sound, its first unfinished step; from there back to the first.
    for (let back = 0; back < 2; back += 1) await screen.page.locator('.set-up-foot .button').first().click();
    for (let step = 0; step < 5; step += 1) {
      await screen.page.locator('.set-up .question').waitFor();
      await look();
      await screen.page.locator('.set-up-next').click();
    }
  },
  async staff(look) {
    const staff = (on: boolean) => venue.call('settings.saveStaff', { staff: { on } });
    await venue.call('access.setPin', { pin: PIN });
    for (const [place, name] of NAMES.entries())
      await venue.call('staff.save', { id: `person-${place}`, name, role: 'staff', ...(place === 1 ? { pin: PIN } : {}) });
    await staff(true);
    await go('board');
    await screen.page.locator('.bar .who-button').click();
    await dialog().waitFor();
    await look();
    await screen.page.locator('.who-name').nth(1).click();
    await screen.page.locator('.pin-pad').waitFor();
    await look();
    await leaveDialog();
    await venue.call('access.leave', {});
    await go('settings');
    await screen.page.locator('[data-area="staff"]').click();
    const pin = screen.page.locator('.settings-page:not([hidden]) form.pin');
    await pin.waitFor();
    await look();
    await venue.call('access.enter', { pin: PIN });
    const rows = screen.page.locator('.settings-page:not([hidden]) .row-buttons');
    await rows.first().locator('button').first().click();
    await look();
    await staff(false);
    for (const place of NAMES.keys()) await venue.call('staff.remove', { id: `person-${place}` });
    await venue.call('access.setPin', { pin: null });
  },
  async diagnostics(look) {
    await go('diagnostics');
    await screen.page.getByRole('table').first().waitFor();
    await look();
  },
  kitchen: (look, language) => display('kitchen', language, look),
  customer: (look, language) => display('customer', language, look),
};

export const VIEW_NAMES = Object.keys(VIEWS);

export async function lookAt(names: readonly string[], language: Language, theme: Theme, how: How = 'all rules'): Promise<void> {
  await inLook(language, theme);
  await screen.page.getByRole('article').first().waitFor();
  for (const name of VIEW_NAMES.filter((one) => names.includes(one))) await VIEWS[name]?.(() => fine(name, how), language);
}

/** Shows texts that aren't from message files. Returns a function that ends this. */
export const inPseudoLanguage = (): Promise<() => Promise<void>> => speakPseudoLanguage(screen.page);

/** The courier desk needs a merchant; all tests of a file share it. */
export async function lookAtCouriers(languages: readonly Language[], theme: Theme, how?: How): Promise<void> {
  const { page } = screen;
  const { merchant_id: merchantId, merchant_key: key } = (await venue.control('POST', '/merchants', { cash_enabled: true })) as Record<
    string,
    string
  >;
  await venue.call('settings.saveMerchant', { merchantId: merchantId ?? null, key: key ?? null, webhookSecret: null });
  await venue.call('webhooks.create', { url: 'https://till.example.test/deliveries' });
  for (const language of languages) {
    await inLook(language, theme);
    await go('courier');
    const fields = page.locator('main form input');
    await fields.nth(0).fill('Harbour street 5');
    await fields.nth(2).fill('Helsinki');
    await page.locator('.courier-new form [type=submit]').first().click();
    const offer = page.locator('.offer');
    const reported = page.locator('#courier-order input');
    await reported.nth(0).fill('Aino');
    await reported.nth(1).fill('+358401234567');
    await reported.nth(3).fill(language);
    await reported.nth(7).fill('20');
    await page.locator('.courier-parcel input').nth(1).fill('A bag');
    for (const closed of await page.locator('main details').all()) await closed.locator('summary').click();
    await fine(`offer in ${language}`, how);
    await offer.locator('[type=submit]').click();
    await page.locator('.delivery[data-state="ordered"]').first().waitFor();
    await fine(`courier desk in ${language}`, how);
    await go('settings');
    await page.locator('[data-area="couriers"]').click();
    await page.getByText('https://till.example.test/deliveries', { exact: true }).waitFor();
    for (const closed of await page.locator('.settings-page .row-more').all()) await closed.locator('summary').click();
    await fine(`its settings in ${language}`, how);
  }
}

/** Returns a function that ends the theme. */
export async function inContrastTheme(colorScheme: Theme): Promise<() => Promise<void>> {
  await screen.page.emulateMedia({ forcedColors: 'active', colorScheme });
  return () => screen.page.emulateMedia({ forcedColors: null, colorScheme: null });
}

export async function lookAtWhatTakesTheScreen(theme: Theme, how?: How): Promise<void> {
  const { page } = screen;
  await inLook('en', theme);
  const [first, second] = [await cancelledWhileCooked(venue), await cancelledWhileCooked(venue)];
  await page.locator('.stopped-all').waitFor();
  await fine('cancelled together', how);
  await venue.call('order.touch', { orderId: second });
  await page.locator('.stopped:not([data-list])').waitFor();
  await fine('cancelled', how);
  await page.getByRole('button', { name: t('stopped.seen') }).click();
  await page.locator('.stopped').waitFor({ state: 'detached' });
  await until('the answer', () => venue.card(first).cancelled !== 'unseen');
  await venue.arrived('instant');
  await venue.pass(ANSWER_WITHIN_SECONDS / 2 + 10);
  await page.locator('.unanswered').waitFor();
  await letStand(page);
  await fine('unanswered', how);
}
