/** All orders that wait for an answer, in one row with their seconds: none is out of sight because its card is. */
import { memo } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { useServiceNow } from '../state/clock.ts';
import type { Place } from '../state/places.ts';
import { ringText } from '../time/texts.ts';
import { ringPhase, secondsLeft } from '../time/urgency.ts';
import { words } from '../words.ts';
import { showCard } from './show-card.ts';
import './queue.css';

export function Queue({ places }: { places: Place[] }) {
  if (places.length < 2) return null;
  return (
    <ul className="queue" aria-label={words.board.queue}>
      {places.map(({ order, gone }) => (
        <li key={order.id} className={gone ? 'queue-gap' : undefined} aria-hidden={gone || undefined}>
          <QueuedOrder order={order} />
        </li>
      ))}
    </ul>
  );
}

const QueuedOrder = memo(function QueuedOrder({ order }: { order: OrderCard }) {
  const now = useServiceNow();
  const { deadline } = order;
  const left = deadline ? secondsLeft(deadline.at, now) : null;
  const phase = deadline && left !== null ? ringPhase(left, deadline.totalSeconds) : undefined;
  return (
    <button
      type="button"
      className="queue-order"
      data-order={order.number}
      data-of-order={order.id}
      data-phase={phase}
      data-alerting={order.alerting || undefined}
      onClick={() => showCard(order.id)}
    >
      <span className="unseen">{words.board.goTo}</span>
      <strong>{order.number}</strong>
      {left !== null && <span>{phase === 'over' ? words.ring.overShort : ringText(left)}</span>}
    </button>
  );
});
