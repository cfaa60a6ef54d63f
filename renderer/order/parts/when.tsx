/** When an order is wanted or fetched: the time, how far off it is, and a mark of its own once it is late. */
import type { OrderCard } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock, fromNow } from '../../time/texts.ts';
import { pickupPhase } from '../../time/urgency.ts';
import { words } from '../../words.ts';
import './when.css';

export function When({ order }: { order: OrderCard }) {
  // A pre-order that still waits or rests is about the consumer's time; one that cooks is about the courier's.
  const wanted = order.preorderFor !== null && (order.column === 'scheduled' || order.deadline?.of === 'confirm');
  const at = wanted ? order.preorderFor : (order.pickupAt ?? order.preorderFor);
  const now = useServiceMinute(at);
  if (at === null) {
    return (
      <p className="when" data-phase="unknown">
        <Icon name="clock" />
        <span>{words.card.pickupUnknown}</span>
      </p>
    );
  }
  const phase = pickupPhase(at, now);
  // What stands ready is not late by our doing: the courier is.
  const late = phase === 'late' && order.column !== 'ready';
  return (
    <p className="when" data-phase={phase === 'late' && !late ? 'soon' : phase}>
      <Icon name={late ? 'warning' : wanted ? 'calendar' : 'clock'} />
      <span className="when-label">
        {wanted || order.pickupAt === null ? words.card.forTime : order.kind === 'self-delivery' ? words.card.deliver : words.card.pickup}
      </span>
      <strong>{dayAndClock(at, now)}</strong>
      <span className="when-off">{fromNow(at, now, order.column !== 'ready')}</span>
    </p>
  );
}
