/** Orders cancelled in preparation, which staff have to stop. */
import { until, type Venue } from './venue.ts';

export async function cancelCooking(venue: Venue, id: string): Promise<void> {
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the STOP', () => venue.card(id).cancelled === 'unseen');
}

/** Returns the order's ID. */
export async function cancelledWhileCooked(venue: Venue): Promise<string> {
  const { order_id: id } = await venue.arrived();
  await venue.bringTo(id, 'preparing');
  await cancelCooking(venue, id);
  return id;
}
