import { Fragment, memo } from 'react';
import { isLate, type OrderCard } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { useOfServiceNow, useServiceMinute } from '../state/clock.ts';
import { itemName, itemsText } from '../state/names.ts';
import { markTapped } from '../state/order-commands.ts';
import { setUiState, useLanguage } from '../state/ui-state.ts';
import { clockText, dayAndClock } from '../time/texts.ts';
import { isToDecideNow } from '../time/urgency.ts';
import { say, t } from '../words.ts';
import { Actions } from './actions/actions.tsx';
import { CardHead } from './card-head.tsx';
import { Comment } from './parts/comment.tsx';
import { Dishes, MOST_DISHES } from './parts/dishes/dishes.tsx';
import { dueTime } from './parts/due.tsx';
import { Sum } from './parts/money/sum.tsx';
import { Steps } from './parts/steps.tsx';
import { useIsCourierNear } from './parts/use-courier.ts';
import { useDishPress } from './use-dish-press.ts';
import './order-card.css';
import './pinned-actions.css';

interface CardProps {
  order: OrderCard;
  showVenue: boolean;
  /** Shows all dishes. */
  whole?: boolean;
}

export const Card = memo(function Card({ order, showVenue, whole = false }: CardProps) {
  useLanguage();
  const open = () => setUiState({ openOrder: order.id });
  const late = useOfServiceNow((now) => isLate(order, now));
  const isBrief = order.column === 'ready' || order.column === 'scheduled';
  return (
    <article
      id={`order-${order.id}`}
      className="card"
      data-order={order.number}
      data-of-order={order.id}
      data-order-id={order.id}
      aria-label={t('card.name', { number: order.number })}
      data-column={order.column}
      data-alerting={order.alerting || undefined}
      data-late={late || undefined}
      data-waits={order.deadline !== null || undefined}
      onClickCapture={() => markTapped(order)}
      {...useDishPress(order)}
    >
      <CardHead order={order} showVenue={showVenue} onOpen={open} opens={t('card.open', { number: order.number })} />
      <Status order={order} />
      <Marks order={order} />
      <div className="card-body">
        {!order.unread && !isBrief && <Dishes items={order.items} most={whole ? order.items.length : MOST_DISHES} />}
        <Comment text={order.comment} allergies={order.allergies} />
        <Problems problems={order.trouble} />
        {order.isCut && (
          <p className="card-cut">
            <Icon name="dots" /> {t('card.cut')}
          </p>
        )}
        {!order.unread && <Steps order={order} />}
      </div>
      <footer className="card-foot">
        {!order.unread && (isBrief ? <Brief order={order} /> : <CardSum order={order} />)}
        {/* Scheduled orders are rejected only in the opened order, away from stray taps. */}
        <Actions order={order} {...(order.column === 'scheduled' ? { without: 'reject' } : {})} />
      </footer>
    </article>
  );
});

/** The order's status, unseen if the column shows it; near the deadline, a call to decide. */
function Status({ order }: { order: OrderCard }) {
  const isUrgent = useOfServiceNow((now) => isToDecideNow(order, now));
  return (
    <p className={order.isStatusOfColumn && !isUrgent ? 'unseen' : 'card-strip'} data-hurry={isUrgent || undefined}>
      {say(isUrgent ? t('card.decideNow') : order.statusLabel)}
    </p>
  );
}

function courierText({ state, at }: NonNullable<OrderCard['courier']>): string {
  if (state === 'picked-up') return t('courier.picked-up');
  return at ? t('courier.approachingAt', { time: clockText(at) }) : t('courier.approaching');
}

function Marks({ order }: { order: OrderCard }) {
  const { courier, column, noContact, bags } = order;
  const isNear = useIsCourierNear(order);
  return (
    <>
      {courier && column !== 'ended' && (
        <p className="card-strip" data-courier={courier.state} data-quiet={isNear ? undefined : ''}>
          <Icon name="delivery" />
          {courierText(courier)}
        </p>
      )}
      {noContact && (
        <p className="card-strip" data-quiet="">
          <Icon name="door" />
          {t('card.noContact')}
        </p>
      )}
      {bags > 0 && column !== 'new' && (
        <p className="card-strip" data-quiet="">
          <Icon name="people" />
          {t('bags.short', { count: order.checked.length, of: bags })}
        </p>
      )}
    </>
  );
}

export function CardSum({ order }: { order: OrderCard }) {
  const due = dueTime(order);
  const now = useServiceMinute(due?.at ?? null);
  const count = itemsText(order);
  return (
    <p className="card-sum">
      <span>{order.column === 'new' && due ? t('card.itemsFor', { items: count, time: dayAndClock(due.at, now) }) : count}</span>
      {order.cashToCollect ? (
        <strong className="card-cash">
          <Icon name="cash" />
          {t('card.cash', { money: unbroken(say(order.cashToCollect)) })}
        </strong>
      ) : (
        <Sum of={order} />
      )}
    </p>
  );
}

const unbroken = (amount: string) => amount.replaceAll(' ', '\u00a0');

function Brief({ order }: { order: OrderCard }) {
  return (
    <p className="brief">
      {order.items.map(({ count, name }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and the same item may stand in an order twice
        <Fragment key={place}>
          {/* Without `bdi`, the next count would join this name in right-to-left texts. */}
          <bdi data-dish-place={place}>
            <b>{count}</b> {itemName(name)}
          </bdi>
          {place < order.items.length - 1 && ', '}
        </Fragment>
      ))}
      {order.cashToCollect && <strong className="brief-cash">{t('card.cash', { money: unbroken(say(order.cashToCollect)) })}</strong>}
    </p>
  );
}
