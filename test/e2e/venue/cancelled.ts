/** Orders cancelled in preparation, which staff have to stop. */
import { until, type Venue } from './venue.ts';

export async function cancelCooking(venue: Venue, id: string): Promise<void> {
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the STOP', () => venue.card(id).cancelled === 'unseen');
}

/** Returns the order's ID. */
export async function cancelledWhileCooked(venue: Venue): Promise<string> {
  const { order_id: id } = await venue.place('takeaway');
  await until('its card', () => venue.state().orders[id]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('being prepared', () => venue.card(id).column === 'preparing');
  await cancelCooking(venue, id);
  return id;
}
