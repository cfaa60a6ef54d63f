/** Hundreds of open orders of nearly four megabytes: the app runs in a small computer's memory, answers calls, and shows each order. */
import { parseOrder } from '../../../../main/orders/reading/parse-order.ts';
import { openStore } from '../../../../main/store/store.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { type HeldLoop, heldLoop } from '../watch/held-loop.ts';
import { bentService } from './bent-service.ts';

const ORDERS = 300;
const LEAST = 40;
/** Allowed heap, MB: a base, and more per order. */
const HEAP = { anyway: 150, each: 1.5 };
const HELD_MOST_MS = 300;
const ANSWER_MS = 10_000;
const SEEN_MS = 180_000;
const LOOKS_MS = 15_000;
const CALL_EVERY_MS = 100;
const DISHES = 250;
const CHOICES = 85;

export const manyLongOrders: Attack = {
  wants: 'hundreds of open orders of megabytes fill the memory, stop the counter, or are not shown',
  async run(force) {
    using meter = heldLoop();
    await using service = bentService();
    await using app = await openVenueProcess({ robot: false, between: service.between });
    const reached: string[] = [];
    const count = Math.max(LEAST, force.tries(ORDERS));
    const bodies = fill(app, count);
    // Every reading of an order gives it as stored.
    service.bend(({ method, path }, answer) => {
      const body = bodies.get(/v2\/orders\/([^/?]+)$/.exec(path)?.[1] ?? '');
      return method === 'GET' && body !== undefined ? { ...answer, status: 200, type: 'application/json', body: body() } : undefined;
    });
    const heap = Math.round(HEAP.anyway + HEAP.each * count);
    await app.switchOn([], { ...meter.env, NODE_OPTIONS: `${meter.env.NODE_OPTIONS} --max-old-space-size=${heap}` });
    const text = `${count} open orders of ${((bodies.get('open-0')?.().length ?? 0) / 1e6).toFixed(1)} MB`;
    const ended = `${text}: the app ended, with ${heap} MB`;
    const counter = app.counterUrl();
    if (counter === '') return { tried: count, reached: [ended] };
    using screen = await openScreen(counter);
    await screen
      .until('every card', ({ orders }) => Object.keys(orders).length >= count, SEEN_MS)
      .catch(() => reached.push(`not all of ${count} orders are on the board`));
    const { slowestMs, heldMs } = await look(screen, meter, force);
    if (!app.isOn()) reached.push(ended);
    if (heldMs > HELD_MOST_MS) reached.push(`${text}: nobody had a turn for ${Math.round(heldMs)} ms`);
    if (slowestMs > ANSWER_MS) reached.push(`${text}: a call of the counter took ${Math.round(slowestMs)} ms`);
    const card = screen.state().orders['open-0'];
    if (!card?.isCut || card.actions.length === 0) reached.push(`${text}: the card does not say that there is more, or cannot be answered`);
    return {
      tried: count,
      reached,
      figures: `${text} in ${heap} MB, held for ${Math.round(heldMs)} ms at most, the slowest call took ${Math.round(slowestMs)} ms`,
    };
  },
};

async function look(screen: CounterScreen, meter: HeldLoop, { say }: Force): Promise<{ slowestMs: number; heldMs: number }> {
  // Waits for the end of the start's own work.
  await screen.call('settings.get', {}, SEEN_MS).catch(() => null);
  const began = Date.now();
  let slowestMs = 0;
  for (let round = 0; Date.now() - began < LOOKS_MS; round += 1) {
    const asked = performance.now();
    const theme = round % 2 === 0 ? 'dark' : 'light';
    // Each settings change redraws the whole board.
    await screen.call('settings.saveScreen', { screen: { theme } }, SEEN_MS).catch(() => null);
    await screen.call('sound.pause', { minutes: 0 }, SEEN_MS).catch(() => null);
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, CALL_EVERY_MS));
  }
  const heldMs = meter.longestSince(began);
  say(`looked at for ${LOOKS_MS / 1_000} s: held for ${Math.round(heldMs)} ms, slowest call ${Math.round(slowestMs)} ms`);
  return { slowestMs, heldMs };
}

function fill({ venue }: VenueProcess, count: number): Map<string, () => string> {
  const store = openStore(venue.dataDir);
  const at = Date.now();
  const bodies = new Map<string, () => string>();
  try {
    for (let place = 0; place < count; place += 1) {
      const id = `open-${place}`;
      const body = (): string => JSON.stringify(longOrder(id, venue.venueId, at));
      const parsed = parseOrder(JSON.parse(body()));
      if (!parsed.ok) throw new Error(parsed.why);
      const seen = { noticedAt: at, readAt: at, initialPickupEta: null, alerting: false, endedAt: null };
      const row = { order: parsed.order, stage: 'awaiting-acceptance' as const, open: true, ...seen };
      store.write(() => store.orders.save(row, null, body()));
      bodies.set(id, body);
    }
  } finally {
    store.close();
  }
  return bodies;
}

function longOrder(id: string, venueId: string, at: number): Record<string, unknown> {
  return {
    id,
    venue: { id: venueId },
    order_number: id,
    order_status: 'received',
    type: 'instant',
    delivery: { type: 'takeaway' },
    created_at: new Date(at).toISOString(),
    items: Array.from({ length: DISHES }, (_, dish) => ({
      row_number: dish + 1,
      name: `Dish ${dish}`,
      count: 1,
      options: Array.from({ length: CHOICES }, (_, one) => ({
        name: `With ${dish}`,
        value: `Sauce ${one} ${'of the house, '.repeat(7)}`,
        count: 1,
        price: { amount: one, currency: 'EUR' },
      })),
    })),
  };
}
