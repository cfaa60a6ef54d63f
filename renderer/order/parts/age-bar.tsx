/** A bar across the card: time left to answer, or preparation time passed. */
import type { KitchenOrder } from '../../../contract/contract.ts';
import { useOfServiceNow } from '../../state/clock.ts';
import { ageOf } from '../../time/urgency.ts';
import './age-bar.css';

export function AgeBar({ order }: { order: KitchenOrder }) {
  // Renders only when the bar changes: 200 cards shouldn't render every second.
  const drawn = useOfServiceNow((now) => {
    const age = ageOf(order, now);
    return age && `${age.mood} ${Math.round(age.share * 100)}`;
  });
  if (drawn === null) return null;
  const [mood, width] = drawn.split(' ');
  return (
    <svg className="age" data-mood={mood} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height="1" />
    </svg>
  );
}
