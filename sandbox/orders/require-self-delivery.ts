import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { SandboxOrder } from '../order.ts';
import { Refusal } from '../wire/exchange.ts';

export function requireSelfDelivery(order: SandboxOrder): void {
  if (order.selfDelivery) return;
  throw new Refusal(ASSUMED.statusOfNotSelfDelivery, orderErrorBody('NOT_SELF_DELIVERY', 'The order is not a self-delivery order.'));
}
