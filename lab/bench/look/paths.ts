/** Counts the taps of everyday tasks on the real screen. */
import type { Browser, Locator } from 'playwright-core';
import { openScreen, type Screen } from '../../../test/e2e/venue/screen.ts';
import { middleOf, type Place, putFinger, wait } from '../../../test/e2e/venue/touch/finger.ts';
import { openVenue, until, type Venue } from '../../../test/e2e/venue/venue.ts';

export interface Path {
  path: string;
  touches: number;
  /** Most taps. */
  aim: number;
}

/** New cards and buttons take no tap for this long, ms. */
const STANDS_MS = 900;

export async function walkPaths(browser: Browser): Promise<Path[]> {
  const venue = await openVenue({ venue: { name: 'Trattoria Bellini', announces_courier: false } });
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1280, height: 800 });
  await screen.page.locator('.bar').waitFor();
  const asks = screen.page.locator('.strip-sound');
  if ((await asks.count()) > 0) await asks.click();
  const finger = await putFinger(screen.page);
  try {
    const paths: Path[] = [];
    for (const [path, aim, go] of TASKS) {
      let touches = 0;
      await go(venue, screen, async (one) => {
        await one.waitFor();
        await finger.tap(await standingPlace(one));
        touches += 1;
      });
      paths.push({ path, touches, aim });
    }
    return paths;
  } finally {
    await screen.close();
    await venue.close();
  }
}

type Touch = (one: Locator) => Promise<void>;

const TASKS: [path: string, aim: number, go: (venue: Venue, screen: Screen, touch: Touch) => Promise<void>][] = [
  ['accept an order', 1, accept],
  ['accept it with 10 more minutes', 2, acceptLater],
  ['reject it with a reason', 3, reject],
  ['print its ticket again', 3, printAgain],
  ['find an order by its dish', 2, find],
];

/** Waits until the element no longer moves: cards move when others leave. */
async function standingPlace(one: Locator): Promise<Place> {
  let place = await middleOf(one);
  for (;;) {
    await wait(STANDS_MS);
    const now = await middleOf(one);
    if (now.x === place.x && now.y === place.y) return place;
    place = now;
  }
}

async function arrived(venue: Venue, screen: Screen, number: string, dish = 'Lasagne della casa'): Promise<string> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number, items: [{ name: dish, count: 1 }] });
  await screen.card(number).getByRole('button', { name: 'Accept', exact: true }).waitFor();
  return id;
}

async function accept(venue: Venue, screen: Screen, touch: Touch): Promise<void> {
  const id = await arrived(venue, screen, '801');
  await touch(screen.card('801').getByRole('button', { name: 'Accept', exact: true }));
  await until('the accept', () => venue.card(id).column === 'preparing');
}

async function acceptLater(venue: Venue, screen: Screen, touch: Touch): Promise<void> {
  const id = await arrived(venue, screen, '802');
  await touch(screen.card('802').locator('.split-more'));
  await touch(screen.page.getByRole('menuitem', { name: 'Accept +10 min' }));
  await until('the accept', () => venue.card(id).column === 'preparing');
}

async function reject(venue: Venue, screen: Screen, touch: Touch): Promise<void> {
  const id = await arrived(venue, screen, '803');
  await touch(screen.card('803').getByRole('button', { name: 'Reject' }));
  await touch(screen.page.locator('.dialog label', { hasText: 'Items unavailable' }));
  await touch(screen.page.getByRole('button', { name: 'Reject order' }));
  await until('the rejection', () => venue.card(id).column === 'ended', 20_000);
}

async function printAgain(venue: Venue, screen: Screen, touch: Touch): Promise<void> {
  const printed = () => venue.printer.papers().filter(({ cut }) => cut).length;
  await until('the tickets', () => printed() >= 2);
  const before = printed();
  await touch(screen.card('801').locator('.card-number'));
  await touch(screen.page.getByRole('button', { name: 'Print', exact: true }));
  await touch(screen.page.getByRole('menuitem', { name: 'Print: Kitchen ticket' }));
  await until('the ticket', () => printed() > before);
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function find(venue: Venue, screen: Screen, touch: Touch): Promise<void> {
  const id = await arrived(venue, screen, '804', 'Tiramisù');
  await venue.call('order.touch', { orderId: id });
  await touch(screen.page.getByRole('button', { name: 'Find' }));
  await touch(screen.page.locator('.find-dish', { hasText: 'Tiramisù' }));
  await screen.card('801').waitFor({ state: 'detached' });
  await screen.card('804').waitFor();
}
