/** One order on the board: everything that decides what to do now, and the buttons to do it. */
import { memo } from 'react';
import type { Column, OrderCard } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { useOfServiceNow } from '../state/clock.ts';
import { setCounter, useCounter } from '../state/counter.ts';
import { touch } from '../state/order-commands.ts';
import { clockText } from '../time/texts.ts';
import { isToDecideNow } from '../time/urgency.ts';
import { say, words } from '../words.ts';
import { Actions } from './actions.tsx';
import { Comment } from './parts/comment.tsx';
import { Items } from './parts/items.tsx';
import { Ring } from './parts/ring.tsx';
import { Steps } from './parts/steps.tsx';
import { Sum } from './parts/sum.tsx';
import { When } from './parts/when.tsx';
import './order-card.css';

/** Item lines a card shows before it says how many more there are; the kitchen has them all on paper. */
const LINES: Record<Column, number> = { new: 6, preparing: 6, ready: 3, scheduled: 4, ended: 3 };

export const Card = memo(function Card({ order, showVenue }: { order: OrderCard; showVenue: boolean }) {
  const dense = useCounter((counter) => counter.held?.state.app.app?.screen.density === 'dense');
  const open = () => setCounter({ openOrder: order.id });
  return (
    <article
      id={`order-${order.id}`}
      className="card"
      data-surface=""
      data-order={order.number}
      data-of-order={order.id}
      data-order-id={order.id}
      aria-label={words.card.name(order.number)}
      data-column={order.column}
      data-alerting={order.alerting || undefined}
      data-waits={order.deadline !== null || undefined}
      onClickCapture={() => touch(order)}
    >
      <header className="card-head">
        <h3>
          <button type="button" className="card-number" aria-label={words.card.open(order.number)} onClick={open}>
            {order.number}
          </button>
        </h3>
        <p className="card-status">
          {order.alerting && order.column !== 'preparing' && order.column !== 'ready' && (
            <span className="card-fresh">
              <Icon name="bell" />
              {words.card.fresh}
            </span>
          )}
          <Status order={order} />
        </p>
        {order.deadline && <Ring deadline={order.deadline} />}
      </header>
      <div className="card-first">
        <p className="card-who">
          <Icon name={order.kind} />
          <span>
            {!order.unread && <strong>{order.customer ?? words.card.noName}</strong>}
            <span className="card-kind">
              {say(order.kindLabel)}
              {showVenue && ` · ${order.venueName}`}
            </span>
          </span>
        </p>
        {!order.unread && <When order={order} />}
        <Comment text={order.comment} />
      </div>
      {/* The buttons stick to the foot of the column, but only over this part: number, time and note stay in sight above them. */}
      <div className="card-rest">
        <div className="card-body">
          <Marks order={order} />
          <Problems problems={order.trouble} />
          {!order.unread && (
            <>
              <Items items={order.items} most={dense ? 2 : LINES[order.column]} onMore={open} />
              {order.isCut && (
                <p className="card-cut">
                  <Icon name="dots" /> {words.card.cut}
                </p>
              )}
              <p className="card-sum">
                <span>{words.card.itemCount(order.itemCount)}</span>
                <Sum of={order} />
              </p>
              <Steps order={order} />
            </>
          )}
        </div>
        <Actions order={order} />
      </div>
    </article>
  );
});

/** The state in words; once time runs short and there is something to decide, the call to decide takes its place. */
function Status({ order }: { order: OrderCard }) {
  const hurry = useOfServiceNow((now) => isToDecideNow(order, now));
  return <span data-hurry={hurry || undefined}>{say(hurry ? words.card.decideNow : order.statusLabel)}</span>;
}

function courierText({ state, at }: NonNullable<OrderCard['courier']>): string {
  if (state === 'picked-up') return words.courier['picked-up'];
  return at ? words.courier.approachingAt(clockText(at)) : words.courier.approaching;
}

/** What must not be overlooked when the bag is handed over. */
function Marks({ order }: { order: OrderCard }) {
  const group = order.people;
  if (!order.cashToCollect && !order.noContact && !order.preorder && !order.courier && group === 0) return null;
  return (
    <ul className="card-marks">
      {order.cashToCollect && (
        <li className="mark-cash">
          <Icon name="cash" />
          {words.card.cash(order.cashToCollect.text)}
        </li>
      )}
      {order.courier && order.column !== 'ended' && (
        <li className={order.courier.state === 'approaching' ? 'mark-courier' : undefined}>
          <Icon name="delivery" />
          {courierText(order.courier)}
        </li>
      )}
      {order.preorder && order.column !== 'scheduled' && (
        <li>
          <Icon name="calendar" />
          {words.card.preorder}
        </li>
      )}
      {group > 0 && (
        <li>
          <Icon name="people" />
          {words.card.group(group)}
          {order.column !== 'new' && ` · ${words.bags.short(order.checked.length, group)}`}
        </li>
      )}
      {order.noContact && (
        <li>
          <Icon name="door" />
          {words.card.noContact}
        </li>
      )}
    </ul>
  );
}
