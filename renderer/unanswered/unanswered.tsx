/** The call over the board: every order that waits for an answer, with its dishes and its buttons, and one touch that sends it away. */
import { memo, useRef, useState } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { showCard } from '../board/show-card.ts';
import { Actions, isAnswer } from '../order/actions.tsx';
import { Comment } from '../order/parts/comment.tsx';
import { Items } from '../order/parts/items.tsx';
import { Ring } from '../order/parts/ring.tsx';
import { Sum } from '../order/parts/sum.tsx';
import { When } from '../order/parts/when.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { useServiceNow } from '../state/clock.ts';
import { setCounter, useTopic } from '../state/counter.ts';
import { touch } from '../state/order-commands.ts';
import { leftText } from '../time/texts.ts';
import { say, words } from '../words.ts';
import { firstOf, waitingOrders } from './call.ts';
import { hideCall, useUnanswered } from './keep-calling.ts';
import './unanswered.css';

const said = words.unanswered;
const LINES = 6;

export function Unanswered() {
  const open = useUnanswered(({ call }) => call.open);
  return open ? <Panel /> : null;
}

function Panel() {
  const rows = useUnanswered(({ call }) => call.rows);
  const hides = useUnanswered((shown) => shown.hides);
  const orders = useTopic('orders');
  const now = useServiceNow();
  const waiting = waitingOrders({ orders, sending: {}, now });
  const first = firstOf(waiting, now);
  return (
    <Dialog shape="call" name={said.name} title={said.title(waiting.length)} closing={said.hide(hides)} onClose={hideCall}>
      <p className="unseen" role="status">
        {said.title(waiting.length)}
      </p>
      <p className="unanswered-left">
        {waiting.length === 0
          ? said.none
          : first
            ? said.first(waiting.length, first.order.number, leftText(first.left, first.about))
            : words.ring.maybeOver}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <ul className="unanswered" tabIndex={0} aria-label={said.name}>
        {rows.map((id) => orders[id] && <Waiting key={id} order={orders[id]} />)}
      </ul>
      <p className="unanswered-why">{said.why}</p>
    </Dialog>
  );
}

const Waiting = memo(function Waiting({ order }: { order: OrderCard }) {
  const place = useRef<HTMLLIElement>(null);
  const kept = useRef<number>(undefined);
  // Once answered it is shorter, and nothing below it may move: it stays as high as it was drawn last.
  if (order.actions.some(({ name }) => isAnswer(name)) || order.unread) kept.current = undefined;
  else kept.current ??= place.current?.offsetHeight;
  return (
    <li ref={place} className="slot" data-keeps-place="" style={{ minBlockSize: kept.current }}>
      <article
        id={`waiting-${order.id}`}
        className="waiting"
        data-surface=""
        data-order={order.number}
        data-of-order={order.id}
        data-order-id={order.id}
        aria-label={`${order.number}, ${say(order.kindLabel)}`}
        onClickCapture={() => touch(order)}
      >
        <header className="waiting-head">
          <h3>
            <button type="button" className="card-number" aria-label={said.look(order.number)} onClick={() => lookAt(order)}>
              {order.number}
            </button>
          </h3>
          <p className="waiting-who">
            <span>
              <Icon name={order.kind} /> {say(order.kindLabel)}
            </span>
            <span>
              {!order.unread && (order.customer ?? words.card.noName)}
              {order.people > 0 && ` · ${words.card.group(order.people)}`}
            </span>
          </p>
          {order.deadline ? <Ring deadline={order.deadline} /> : <span className="waiting-state">{say(order.statusLabel)}</span>}
        </header>
        <div className="waiting-body">
          {!order.unread && <When order={order} />}
          <Comment text={order.comment} />
          <Problems problems={order.trouble} />
          <AllItems order={order} />
          <p className="card-sum">
            {order.unread ? <span>{say(order.statusLabel)}</span> : <span>{words.card.itemCount(order.itemCount)}</span>}
            <button type="button" className="button quiet" aria-label={`${said.lookShort}: ${order.number}`} onClick={() => lookAt(order)}>
              {said.lookShort}
            </button>
            <Sum of={order} />
          </p>
        </div>
        <Actions order={order} answersOnly />
      </article>
    </li>
  );
});

/** The first lines, and the rest with one touch. */
function AllItems({ order }: { order: OrderCard }) {
  const [all, setAll] = useState(false);
  return <Items items={order.items} {...(all ? {} : { most: LINES, onMore: () => setAll(true) })} />;
}

/** Its card on the board, and the call out of the way. */
function lookAt(order: OrderCard): void {
  hideCall();
  setCounter({ screen: 'board' });
  // After the dialog has given back the focus, and the board is drawn.
  setTimeout(() => showCard(order.id), 100);
}
