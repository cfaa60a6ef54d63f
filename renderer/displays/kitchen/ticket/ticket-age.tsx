/** An order's time in the kitchen, as a figure and a bar. */
import type { KitchenOrder } from '../../../../contract/contract.ts';
import { useOfServiceNow } from '../../../state/clock.ts';
import { elapsedText } from '../../../time/texts.ts';
import { type Age, ageOf } from '../../../time/urgency.ts';
import { t } from '../../../words.ts';
import { since } from '../tickets.ts';
import '../../../order/parts/age-bar.css';

export const kitchenAge = (order: KitchenOrder, now: number): Age | null =>
  ageOf({ ...order, placedAt: since(order) || null, pickupAt: order.pickupAt ?? order.preorderFor }, now);

export function Elapsed({ order }: { order: KitchenOrder }) {
  const from = Date.parse(since(order));
  const text = useOfServiceNow((now) => (Number.isNaN(from) ? null : elapsedText(Math.max(0, Math.floor((now - from) / 1_000)))));
  if (text === null) return null;
  return (
    <span className="ticket-elapsed">
      <span aria-hidden="true">{text}</span>
      <span className="unseen">{t('kitchen.elapsed', { time: text })}</span>
    </span>
  );
}

export function TicketBar({ order }: { order: KitchenOrder }) {
  const drawn = useOfServiceNow((now) => {
    const age = kitchenAge(order, now);
    return age && `${age.mood} ${Math.round(age.share * 100)}`;
  });
  const [mood, share] = drawn?.split(' ') ?? ['green', '0'];
  return (
    <svg className="age ticket-age" data-mood={mood} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height="1" />
    </svg>
  );
}
