/** Waits until nothing is to be done any more for any order at the counter, as the service sees it. */
import { until, type Venue } from '../../../test/e2e/venue/venue.ts';

const DONE: ReadonlySet<string> = new Set(['ready', 'delivered', 'rejected']);
/** Each look at a thousand orders costs the service a while. */
const LOOK_MS = 500;
const PATIENCE_MS = 180_000;

export async function untilCooked(venue: Venue): Promise<void> {
  await until(
    'all orders to be cooked',
    async () => {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { orders } = (await venue.control('GET', '/orders')) as { orders: { state: string }[] };
      return orders.every(({ state }) => DONE.has(state));
    },
    PATIENCE_MS,
  );
}
