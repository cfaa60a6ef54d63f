/** Mishaps besides the service's own faults: orders cancelled in preparation, and missing paper. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../seeded.ts';
import type { VenueProcess } from '../venue-process.ts';

const CANCELLED_EVERY = 3;
const PAPER_ENDS_EVERY = 11;
/** Delay of a cancel after the accept: before the order is ready, after its ticket was queued. */
const CANCELLED_MS = { least: 200, most: 900 };
const ACCEPTED_WITHIN_MS = 20_000;
const NO_PAPER_MS = { least: 2_000, most: 9_000 };

export function createMishaps({ venue }: VenueProcess, chance: Chance) {
  const under: Promise<void>[] = [];

  async function cancel(orderId: string): Promise<void> {
    for (const end = Date.now() + ACCEPTED_WITHIN_MS; Date.now() < end; await wait(200))
      if ((await venue.atService(orderId)).state === 'production') break;
    await wait(chance.between(CANCELLED_MS.least, CANCELLED_MS.most));
    if (chance.happens(0.7)) under.push(loseThePaper());
    // An order that ended meanwhile is refused.
    await venue.control('POST', `/orders/${orderId}/cancel`, { by: chance.pick(['consumer', 'support']) }).catch(() => undefined);
  }

  async function loseThePaper(): Promise<void> {
    venue.printer.set({ paper_out: true });
    await wait(chance.between(NO_PAPER_MS.least, NO_PAPER_MS.most));
    venue.printer.set({ paper_out: false });
  }

  return {
    /** Called for each placed order, counted from 0. */
    placed(orderId: string, count: number, kind: string): void {
      // A pre-order isn't in preparation yet.
      if (count % CANCELLED_EVERY === CANCELLED_EVERY - 1 && kind !== 'preorder') under.push(cancel(orderId));
      if (count % PAPER_ENDS_EVERY === PAPER_ENDS_EVERY - 1) under.push(loseThePaper());
    },
    async over(): Promise<void> {
      // Each mishap may add another.
      for (let known = 0; known < under.length; ) {
        known = under.length;
        await Promise.all(under);
      }
    },
  };
}
