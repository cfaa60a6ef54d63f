/** Something more important covers every open menu: nothing of the menu is visible or tappable. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../../../contract/contract.ts';
import type { App } from '../../../../main/app/app.ts';
import { t } from '../../../setup/messages.ts';
import { cancelCooking } from '../../venue/cancelled.ts';
import { openScreen, type Screen, sharedBrowser } from '../../venue/screen.ts';
import { POPOVERS } from '../../venue/touch/popovers.ts';
import { openVenue, until, type Venue } from '../../venue/venue.ts';

const ANSWER_WITHIN_S = 3_000;
const PAST_HALF_S = 1_600;
/** After this, the screen no longer counts as just tapped, but an open menu still counts as in use. */
const NOT_JUST_NOW_MS = 10_000;
const LEFT_BEHIND_MS = 300_000;
const ALL_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '00:00',
  closing_day: day,
  closing_time: '23:59',
}));
const OPEN = '.menu, .date-popover';

let venue: Venue;
let screen: Screen;

function holdingRefusal(app: App): { app: App; letGo: () => void } {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((go) => {
    letGo = go;
  });
  const call = async (...asked: Parameters<App['call']>): Promise<Answer<unknown>> => {
    const answer = await app.call(...asked);
    if (!answer.ok && answer.problem.code === 'nobody-signed-in') await gone;
    return answer;
  };
  return { app: new Proxy(app, { get: (of, name) => (name === 'call' ? call : Reflect.get(of, name)) }), letGo };
}

async function cooking(number: string): Promise<string> {
  const order = { venue_id: venue.venueId, kind: 'takeaway', items: [{ item: 'POS-1001' }], order: { order_number: number } };
  const id = String((await venue.control('POST', '/orders', order)).order_id);
  await until('the card', () => venue.state().orders[id]);
  await venue.bringTo(id, 'preparing');
  return id;
}

/** For each point of a grid: the visible layer, and the layer that would get a tap (never an inert one). */
const above = (page: Page): Promise<{ painted: string[]; hit: string[]; differs: number }> =>
  page.evaluate(`(() => {
    const points = [];
    for (let x = 8; x < innerWidth; x += 40) for (let y = 8; y < innerHeight; y += 40) points.push([x, y]);
    const at = () => points.map(([x, y]) => document.elementFromPoint(x, y));
    const hit = at();
    const inert = [...document.querySelectorAll('[inert]')];
    for (const one of inert) one.inert = false;
    const painted = at();
    for (const one of inert) one.inert = true;
    const shades = [...document.querySelectorAll('.dialog-shade')];
    const whose = (all) => [...new Set(all.map((one) => {
      const place = shades.indexOf(one?.closest('.dialog-shade'));
      return place === -1 ? 'page' : place === shades.length - 1 ? 'on top' : 'below';
    }))];
    return { painted: whose(painted), hit: whose(hit), differs: painted.filter((one, place) => one !== hit[place]).length };
  })()`);

async function liesOnTop(what: string): Promise<void> {
  expect(await above(screen.page), what).toEqual({ painted: ['on top'], hit: ['on top'], differs: 0 });
}

const popovers = Object.values(POPOVERS).flatMap((of) => Object.entries(of));

test.each(popovers)('the open menu "%s" is covered by the sign-in form, STOP and the order alert', async (_name, open) => {
  const id = '6b1f0c2d9e4a57318c2ad011';
  venue = await openVenue({
    venue: { venue_id: id, accept_within_seconds: ANSWER_WITHIN_S, opening_times: ALL_DAY },
    settings: { venues: { [id]: { accept_within_seconds: ANSWER_WITHIN_S } }, kitchen: { sold_out: true } },
  });
  onTestFinished(() => venue.close());
  const stopped = await cooking('7001');
  await cooking('7002');
  await venue.place('takeaway', { order_number: '7003' });
  await venue.place('takeaway', { order_number: '7004' });
  await venue.later(60_000);
  await venue.call('access.setPin', { pin: '4711' });
  await venue.call('staff.save', { id: 'ana', name: 'Ana', role: 'staff' });
  await venue.call('settings.saveStaff', { staff: { on: true } });
  await venue.call('access.enter', { pin: '4711' });
  const { app, letGo } = holdingRefusal(venue.app());
  screen = await openScreen(await sharedBrowser(), app, venue.dataDir, { movesTime: true });
  onTestFinished(() => screen.close());
  const { page } = screen;
  const popover = page.locator(OPEN);
  const openIt = async () => {
    while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
    await page.locator('[data-screen="board"]').click();
    await open({ page, card: (order) => screen.card(order === 'new' ? '7003' : '7002') });
    await popover.waitFor();
  };

  await screen.card('7004').getByRole('button', { name: 'Accept', exact: true }).click();
  await openIt();
  // A key counts as input: staff are asked for a name only soon after input.
  await page.keyboard.press('Shift');
  letGo();
  const who = page.getByRole('dialog', { name: t('staff.who') });
  await who.waitFor();
  await liesOnTop(t('staff.who'));
  // Escape reaches the dialog once it is focused, in the frame after it is drawn.
  await page.locator('[role="dialog"]:focus-within').waitFor();
  await page.keyboard.press('Escape');
  await who.waitFor({ state: 'detached' });
  await venue.call('settings.saveStaff', { staff: { on: false } });
  await page.locator('.who-button').waitFor({ state: 'detached' });
  await openIt();
  await cancelCooking(venue, stopped);
  const seen = page.getByRole('button', { name: t('stopped.seen') });
  await seen.waitFor();
  await liesOnTop('STOP');
  await seen.click();
  await seen.waitFor({ state: 'detached' });
  await openIt();
  await venue.pass(PAST_HALF_S);
  await page.clock.fastForward(NOT_JUST_NOW_MS);
  await page.locator('.strip-waiting').waitFor();
  const call = page.getByRole('dialog', { name: t('unanswered.name') });
  expect(await call.count()).toBe(0);
  expect(await popover.count()).toBe(1);
  await page.clock.fastForward(LEFT_BEHIND_MS);
  await call.waitFor();
  await liesOnTop('the order alert');
});
