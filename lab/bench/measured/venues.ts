/** CPU time of the main process per order with a hundred venues, compared with one. */
import { setTimeout as pass } from 'node:timers/promises';
import { openVenueProcess, type VenueProcess } from '../../faults/venue-process.ts';
import { untilCooked } from '../load/until-cooked.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { processorMs } from '../table/usage.ts';

const VENUES = 100;
const ORDERS = 60;
const AT_ONCE = 10;
const PAUSE_MS = 150;
const SETTLES_MS = 5_000;

export async function measureVenues(): Promise<Row[]> {
  const venue = { accept_within_seconds: 0, courier_after_seconds: 0.05 };
  await using one = await openVenueProcess();
  await using many = await openVenueProcess({ alsoVenues: Array.from({ length: VENUES - 1 }, () => venue) });
  for (const counter of [one, many]) await counter.switchOn();
  await pass(SETTLES_MS);
  const sides = { many: () => costOf(many), one: () => costOf(one) };
  await inTurns(sides, 1);
  const costs = await inTurns(sides);
  const what = `what an order costs at a counter of ${VENUES} venues, from its news to ready`;
  const beside = { what: 'a counter of one venue', rounds: costs.one };
  return [rowOf({ id: `venues-${VENUES}`, what, unit: 'ms of a core', here: costs.many, beside, read_by: 'ratio', aim: 1.2 })];
}

async function costOf(counter: VenueProcess): Promise<number> {
  const { venue } = counter;
  const venueIds = [venue.venueId, ...venue.alsoVenueIds];
  const before = processorMs(counter.pid());
  for (let placed = 0; placed < ORDERS; placed += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => counter.place('takeaway', {}, venueIds[(placed + at) % venueIds.length])));
    await pass(PAUSE_MS);
  }
  await untilCooked(venue);
  return (processorMs(counter.pid()) - before) / ORDERS;
}
