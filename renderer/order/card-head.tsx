/** An order's number, kind, name and remaining time, readable from two meters. */
import type { OrderCard } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { say, t } from '../words.ts';
import { AgeBar } from './parts/age-bar.tsx';
import { Due } from './parts/due.tsx';
import './card-head.css';

interface CardHeadProps {
  order: OrderCard;
  showVenue: boolean;
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
              {say(order.kindLabel)}
              {order.preorder && order.column !== 'scheduled' && (
                <>
                  {' · '}
                  <span className="card-preorder">{t('card.preorder')}</span>
                </>
              )}
              {showVenue && ` · ${order.venueName}`}
            </span>
          </span>
          {!order.unread && (
            <span className="card-name">
              <span>{order.customer ?? t('card.noName')}</span>
              {order.people > 0 && (
                <span className="card-people">
                  <Icon name="people" />
                  <span aria-hidden="true">{order.people}</span>
                  <span className="unseen">, {t('card.group', { count: order.people })}</span>
                </span>
              )}
            </span>
          )}
        </p>
        <Due order={order} />
      </header>
      <AgeBar order={order} />
    </>
  );
}
