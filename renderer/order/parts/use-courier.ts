/** Whether the courier arrives within five minutes; couriers further away need no attention. */
import type { KitchenOrder } from '../../../contract/contract.ts';
import { useOfServiceNow } from '../../state/clock.ts';

const NEAR_MS = 5 * 60_000;

export function useIsCourierNear({ courier }: Pick<KitchenOrder, 'courier'>): boolean {
  return useOfServiceNow((now) => courier?.state === 'approaching' && courier.at !== null && Date.parse(courier.at) - now <= NEAR_MS);
}
