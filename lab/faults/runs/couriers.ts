/** Couriers ordered while answers are lost and the app is killed: at most one per decision, and every card is true. */

import { setTimeout as wait } from 'node:timers/promises';
import type { CallInput, CallName } from '../../../contract/contract.ts';
import { idOfReference } from '../../../contract/relay/reference.ts';
import { courierOrder } from '../../../test/e2e/venue/courier-order.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { viewCounter } from '../attacks/watch/counter-screen.ts';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../venue-process.ts';
import { problemIf, type RunOutcome, secondsSince } from './outcome.ts';

const LATE_MS = 1_000;
const FAULTS = {
  none: null,
  'reset before': { drop: 'before' },
  'reset after': { drop: 'after' },
  '500': { status: 500 },
  '503': { status: 503 },
  '429': { status: 429 },
  late: { delay_ms: LATE_MS },
} as const;
const NAMES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
/** States in which no courier can have been ordered. */
const NOBODY = new Set(['refused']);
const SOMEBODY = new Set(['ordered', 'pickup-started']);

type Desk = Awaited<ReturnType<typeof sitDown>>;

export async function couriersInTrouble(count: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const began = Date.now();
  await using app = await openVenueProcess({ robot: false });
  const { control, venueId } = app.venue;
  const faults: Record<string, number> = {};
  const confirmed = new Set<string>();
  let kills = 0;
  await app.switchOn();
  let desk = await sitDown(app);
  await connectMerchant(app, desk);
  for (let at = 0; at < count; at += 1) {
    const requestId = `decision-${seed}-${at}`;
    const offer = await offered(desk, venueId);
    const name = chance.pick(NAMES);
    faults[name] = (faults[name] ?? 0) + 1;
    const fault = FAULTS[name];
    if (fault) await control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 1 + chance.below(2), ...fault });
    const order = courierOrder(requestId, venueId, offer);
    // A double tap: both are answered, or neither if killed first.
    const touches = [desk.call('courier.order', order), desk.call('courier.order', order)];
    if (chance.next() < 0.4) {
      await wait(chance.below(120));
      await app.switchOff();
      kills += 1;
      desk.leave();
      await app.switchOn();
      desk = await sitDown(app);
    }
    for (const answer of await Promise.all(touches)) if (answer?.ok) confirmed.add(requestId);
    // Otherwise the fault remains for commands that the restarted app repeats.
    if (chance.next() < 0.5) await control('DELETE', '/faults');
    if (at % 50 === 49) say(`${at + 1} decisions, ${kills} kills`);
  }
  await control('DELETE', '/faults');
  const working = desk;
  await until('every decision sent', () => working.deliveries().every(({ state }) => state !== 'ordering'), 120_000);
  // A late request takes effect although its app is gone.
  await wait(2 * LATE_MS);
  const atService = await couriersAt(app);
  // The start event of each courier settles lost answers.
  for (const { reference } of atService) await control('POST', `/deliveries/${reference}/step`, { step: 'pickup-started' });
  const ordered = atService.map(({ request }) => idOfReference(String(request.merchant_order_reference_id)));
  const counted = (id: string) => ordered.filter((one) => one === id).length;
  await until(
    'the news of every courier',
    () => working.deliveries().every(({ id, state }) => counted(id) === 0 || state === 'pickup-started'),
    60_000,
  ).catch(() => undefined);
  const cards = working.deliveries();
  const shown = new Set(cards.map(({ id }) => id));
  const untrue = cards.flatMap(({ id, state }) => {
    const couriers = counted(id);
    const isWrong =
      (NOBODY.has(state) && couriers > 0) || (SOMEBODY.has(state) && couriers === 0) || (state === 'uncertain' && couriers > 0);
    return isWrong ? [`${id} says "${state}" with ${couriers} couriers`] : [];
  });
  desk.leave();
  const doubled = new Set(ordered.filter((id) => counted(id) > 1)).size;
  const lost = [...confirmed].filter((id) => !shown.has(id)).length;
  const ended = Object.fromEntries([...Map.groupBy(cards, ({ state }) => state)].map(([state, of]) => [state, of.length]));
  return {
    figures:
      `${count} decisions, ${kills} kills, ordered twice ${doubled}, lost ${lost}, untrue cards ${untrue.length}, ` +
      `${JSON.stringify(ended)}, ${secondsSince(began)} s; ${JSON.stringify(faults)}`,
    problems: [
      ...untrue,
      ...problemIf(doubled > 0, `${doubled} decisions ordered two couriers`),
      ...problemIf(lost > 0, `${lost} decisions were lost`),
    ],
  };
}

async function connectMerchant(app: VenueProcess, desk: Desk): Promise<void> {
  const opened = await app.venue.control('POST', '/merchants');
  const [merchantId, key] = [String(opened.merchant_id), String(opened.merchant_key)];
  const saved = await desk.call('settings.saveMerchant', { merchantId, key, webhookSecret: null });
  const made = await desk.call('webhooks.create', { url: `http://127.0.0.1:${app.receiverPort}/notifications/deliveries` });
  if (!saved?.ok || !made?.ok) throw new Error('The merchant could not be connected.');
}

async function offered(desk: Desk, venueId: string): Promise<string> {
  const address = { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: null };
  const input = { venueId, address, scheduledTime: null, parcels: [], minPreparationMinutes: 20 };
  const offer = await until(
    'an offer',
    async () => {
      const answer = await desk.call('courier.offer', input);
      return answer?.ok && answer.value;
    },
    60_000,
  );
  return offer.id;
}

async function couriersAt(app: VenueProcess) {
  return (await app.venue.control('GET', '/deliveries')).deliveries as { reference: string; request: Record<string, unknown> }[];
}

/** Opens a link to the app as a browser does. */
async function sitDown(app: VenueProcess) {
  const view = await viewCounter(app.counterUrl());
  return {
    /** Null if the app ended before it answered. */
    call: <N extends CallName>(name: N, input: CallInput<N>) => view.call(name, input).catch(() => null),
    deliveries: () => Object.values(view.state().deliveries),
    leave: () => view.close(),
  };
}
