import type { Order } from '../../../orders/order.ts';

/** If the venue delivers, the chosen or promised time; else the pickup time, or without one, a pre-order's chosen time. */
export function dueTime(order: Order): {
  word: 'printout.deliverAt' | 'printout.courierAt' | 'printout.serveAt' | 'printout.pickupAt' | 'printout.forTime';
  at: string | null;
} {
  const { type, selfDelivery, time } = order.delivery;
  const chosen = order.preOrder?.time ?? null;
  if (selfDelivery) return { word: 'printout.deliverAt', at: chosen ?? time };
  const word = type === 'homedelivery' ? 'printout.courierAt' : type === 'eatin' ? 'printout.serveAt' : 'printout.pickupAt';
  if (order.pickupEta !== null) return { word, at: order.pickupEta };
  if (chosen !== null) return { word: 'printout.forTime', at: chosen };
  return { word, at: type === 'homedelivery' ? null : time };
}
