/** The order alert: every unanswered order with dishes and buttons, and one tap to close it. */
import { memo, useLayoutEffect, useRef } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { Actions, isAnswer } from '../order/actions/actions.tsx';
import { CardHead } from '../order/card-head.tsx';
import { CardSum } from '../order/order-card.tsx';
import { Comment } from '../order/parts/comment.tsx';
import { Dishes } from '../order/parts/dishes/dishes.tsx';
import { leadTo } from '../order/show-card.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { SMALL_SCREEN, useMedia } from '../parts/use-media.ts';
import { bulkMoves } from '../state/bulk-moves.ts';
import { useServiceNow } from '../state/clock.ts';
import { markTapped } from '../state/order-commands.ts';
import { setUiState, useLanguage, useSeveralVenues, useTopic, useUiState } from '../state/ui-state.ts';
import { leftText } from '../time/texts.ts';
import { watchPosition } from '../touch/lock.ts';
import { say, t } from '../words.ts';
import { type First, firstOf, waitingOrders } from './call.ts';
import { hideCall, isStopped, useUnanswered } from './keep-calling.ts';
import { WaitingLanes } from './waiting-lanes.tsx';
import './unanswered.css';

const LINES = 6;

export function Unanswered() {
  const open = useUnanswered(({ call }) => call.open);
  // Not drawn below the screen of canceled orders: it would take taps meant for that.
  const isBelow = useUiState(isStopped);
  return open && !isBelow ? <Panel /> : null;
}

function Panel() {
  const rows = useUnanswered(({ call }) => call.rows);
  const hides = useUnanswered((shown) => shown.hides);
  const orders = useTopic('orders');
  const manyVenues = useSeveralVenues();
  const now = useServiceNow();
  const waiting = waitingOrders({ orders, sending: {}, now });
  const first = firstOf(waiting, now);
  const isSmall = useMedia(SMALL_SCREEN);
  const all = bulkMoves('accept', waiting) && (
    <button type="button" className="button head-button unanswered-all" onClick={acceptSeveral}>
      <Icon name="check" />
      <span>{t('several.open.accept')}</span>
    </button>
  );
  return (
    <Dialog
      shape="call"
      name={t('unanswered.name')}
      title={isSmall ? shortOf(first, waiting.length) : t('unanswered.title', { count: waiting.length })}
      headExtra={
        isSmall ? (
          <>
            {all}
            <button type="button" className="button head-button" onClick={hideCall}>
              <Icon name="board" />
              <span>{t('unanswered.back')}</span>
            </button>
          </>
        ) : (
          <>
            <span className="unanswered-bell">
              <Icon name="bell" />
            </span>
            <p className="unanswered-left">
              {waiting.length === 0 ? t('unanswered.none') : first ? leftOf(first, waiting.length) : t('ring.maybeOver')}
            </p>
            {all}
          </>
        )
      }
      closing={t('unanswered.hide', { seconds: hides })}
      onClose={hideCall}
    >
      <p className="unseen" role="status">
        {t('unanswered.title', { count: waiting.length })}
      </p>
      <WaitingLanes
        rows={rows}
        name={t('unanswered.name')}
        draw={(id) => orders[id] && <Waiting order={orders[id]} showVenue={manyVenues} />}
      />
      {!isSmall && (
        <footer className="unanswered-foot">
          <p>{t('unanswered.why')}</p>
          <button type="button" className="button quiet" onClick={hideCall}>
            {t('unanswered.back')}
          </button>
        </footer>
      )}
    </Dialog>
  );
}

const Waiting = memo(function Waiting({ order, showVenue }: { order: OrderCard; showVenue: boolean }) {
  useLanguage();
  const place = useRef<HTMLLIElement>(null);
  const kept = useRef<number>(undefined);
  // Answered orders are shorter but keep their height, so that nothing moves.
  const isAsked = order.actions.some(({ name }) => isAnswer(name)) || order.unread;
  if (isAsked) kept.current = undefined;
  else kept.current ??= place.current?.offsetHeight;
  useLayoutEffect(() => watchPosition(place.current), []);
  return (
    <li ref={place} className="slot" data-waits={order.id} data-keeps-place="" style={{ minBlockSize: kept.current }}>
      <article
        id={`waiting-${order.id}`}
        className="waiting"
        data-order={order.number}
        data-of-order={order.id}
        data-order-id={order.id}
        aria-label={`${order.number}, ${say(order.kindLabel)}`}
        onClickCapture={() => markTapped(order)}
      >
        <CardHead order={order} showVenue={showVenue} onOpen={() => lookAt(order)} opens={t('unanswered.look', { number: order.number })} />
        {/* Decided orders that can still be rejected show their status. */}
        {!order.deadline && isAsked && <p className="card-strip">{say(order.statusLabel)}</p>}
        <div className="waiting-body">
          {!order.unread && <Dishes items={order.items} most={LINES} />}
          <Comment text={order.comment} allergies={order.allergies} />
          <Problems problems={order.trouble} />
        </div>
        <footer className="waiting-foot">
          {order.unread ? <p className="card-sum">{say(order.statusLabel)}</p> : <CardSum order={order} />}
          <Actions order={order} answersOnly />
        </footer>
      </article>
    </li>
  );
});

/** The number of orders and the shortest time, in one line. */
function shortOf(first: First | null, count: number): string {
  if (count === 0) return t('unanswered.none');
  return first ? t('unanswered.short', { count, left: leftText(first.left, first.about) }) : t('ring.maybeOver');
}

/** The next order's time, and how many others' may be over. */
function leftOf({ order, left, about, over }: First, count: number): string {
  const text = leftText(left, about);
  return over > 0
    ? t('unanswered.someOver', { over, number: order.number, left: text })
    : t('unanswered.first', { count, number: order.number, left: text });
}

function acceptSeveral(): void {
  hideCall();
  setUiState({ screen: 'board', several: 'accept' });
}

function lookAt(order: OrderCard): void {
  hideCall();
  leadTo(order);
}
