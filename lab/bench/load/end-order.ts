/** Lets an order that was accepted come to its end at the service: cancelled, it would ask for somebody at the counter. */
import type { Venue } from '../../../test/e2e/venue/venue.ts';

export async function endOrder(venue: Venue, orderId: string): Promise<void> {
  await venue.control('POST', `/orders/${orderId}/staff-ready`);
  await venue.control('POST', `/orders/${orderId}/delivered`);
}
