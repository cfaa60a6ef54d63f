/** Waits until the service shows every order as ready or ended. */
import { until, type Venue } from '../../../test/e2e/venue/venue.ts';

const DONE: ReadonlySet<string> = new Set(['ready', 'delivered', 'rejected']);
/** Reading a thousand orders costs the service time. */
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
