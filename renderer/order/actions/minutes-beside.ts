/** The minutes next to Accept. Pure. */
import type { ActionView, KitchenOrder } from '../../../contract/contract.ts';
import { minutesTo } from '../../time/texts.ts';

/** Minutes until the order is due, with a rush's extra minutes. Null without a future due time. */
export function otherMinutes({ pickupAt }: KitchenOrder, { usualMinutes = 0 }: ActionView, now: number): number | null {
  const left = pickupAt === null ? 0 : minutesTo(Date.parse(pickupAt), now) + usualMinutes;
  return left > 0 ? left : null;
}
