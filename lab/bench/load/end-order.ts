/** Ends an accepted order at the service by delivery; a cancellation would need staff. */
import type { Venue } from '../../../test/e2e/venue/venue.ts';

export async function endOrder(venue: Venue, orderId: string): Promise<void> {
  await venue.control('POST', `/orders/${orderId}/staff-ready`);
  await venue.control('POST', `/orders/${orderId}/delivered`);
}
