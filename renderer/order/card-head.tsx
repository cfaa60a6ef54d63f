/** The head of an order everywhere: number, kind, name and remaining time. Readable from two meters. */
import type { OrderCard } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { say, t } from '../words.ts';
import { AgeBar } from './parts/age-bar.tsx';
import { Due } from './parts/due.tsx';
import './card-head.css';

interface CardHeadProps {
  order: OrderCard;
  showVenue: boolean;
  /** What a touch on the number does, and its name. */
  onOpen: () => void;
  opens: string;
}

export function CardHead({ order, showVenue, onOpen, opens }: CardHeadProps) {
  return (
    <>
      <header className="card-head">
        <h3>
          <button type="button" className="card-number" aria-label={opens} onClick={onOpen}>
            {order.number}
          </button>
        </h3>
        <p className="card-who">
          <span className="card-kind">
            <Icon name={order.kind} />
            <span>
              {[say(order.kindLabel), order.preorder && order.column !== 'scheduled' && t('card.preorder'), showVenue && order.venueName]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {!order.unread && (
            <span className="card-name">
              {[order.customer ?? t('card.noName'), order.people > 0 && t('card.group', { count: order.people })]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </p>
        <Due order={order} />
      </header>
      <AgeBar order={order} />
    </>
  );
}
