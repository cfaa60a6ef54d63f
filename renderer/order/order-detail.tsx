/** Everything known about one order, at the side of the board. */
import type { ReactNode } from 'react';
import type { OrderDetail as DetailView, OrderCard } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Problems } from '../parts/problem.tsx';
import { useServiceNow } from '../state/clock.ts';
import { setCounter, useTopic } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { dayAndClock, fromNow } from '../time/texts.ts';
import { say, words } from '../words.ts';
import { Actions } from './actions.tsx';
import { More } from './more/more.tsx';
import { useDetail } from './more/use-detail.ts';
import { personName } from './names.ts';
import { Bags } from './parts/bags.tsx';
import { Comment } from './parts/comment.tsx';
import { Items } from './parts/items.tsx';
import { Ring } from './parts/ring.tsx';
import { Steps } from './parts/steps.tsx';
import './order-detail.css';

const { facts } = words.detail;

export function OrderDetail({ orderId }: { orderId: string }) {
  const card = entryOf(useTopic('orders'), orderId);
  const { detail, refused, readAgain } = useDetail(card);
  if (!card) return null;
  // What the card had no room for is all here.
  const order: OrderCard = { ...card, ...detail?.whole };
  return (
    <Dialog
      shape="side"
      order={order}
      name={words.detail.name(order.number)}
      title={
        <span className="detail-title">
          <span className="detail-number">{order.number}</span>
          <span>{say(order.statusLabel)}</span>
        </span>
      }
      onClose={() => setCounter({ openOrder: null })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section className="detail" tabIndex={0} aria-label={words.detail.all}>
        {order.deadline && <Ring deadline={order.deadline} />}
        {order.isCut && detail === null && <p role="status">{words.card.cut}</p>}
        <Comment text={order.comment} />
        {order.trouble.length > 0 && (
          <section aria-label={words.trouble.title}>
            <Problems problems={order.trouble} />
          </section>
        )}
        <Bags order={order} />
        <Facts order={order} />
        {!order.unread && <All order={order} detail={detail} showsMore={!refused} onDone={readAgain} />}
      </section>
      <Actions order={order} />
    </Dialog>
  );
}

/** What only a reading of the order tells. */
function All({
  order,
  detail,
  showsMore,
  onDone,
}: {
  order: OrderCard;
  detail: DetailView | null;
  showsMore: boolean;
  onDone: () => void;
}) {
  return (
    <>
      <section>
        <h3>
          {words.detail.items} <span className="detail-count">{words.card.itemCount(order.itemCount)}</span>
        </h3>
        <Items items={order.items} prices />
        <dl className="detail-sums">
          {order.total && <Fact name={words.detail.itemsTotal}>{order.total.text}</Fact>}
          {detail?.toPay && <Fact name={words.detail.total}>{detail.toPay.text}</Fact>}
          {order.cashToCollect && <Fact name={<Icon name="cash" />}>{words.card.cash(order.cashToCollect.text)}</Fact>}
        </dl>
      </section>
      {showsMore && <More order={order} detail={detail} onDone={onDone} />}
      <section>
        <h3>{words.steps.title}</h3>
        <Steps order={order} full />
      </section>
    </>
  );
}

function Facts({ order }: { order: OrderCard }) {
  const now = useServiceNow();
  const time = (iso: string | null) => iso && `${dayAndClock(iso, now)} (${fromNow(iso, now)})`;
  return (
    <dl className="facts">
      <Fact name={facts.customer}>{order.customer}</Fact>
      <Fact name={facts.phone}>{order.phone}</Fact>
      <Fact name={facts.address}>{order.address}</Fact>
      <Fact name={facts.kind}>
        {[say(order.kindLabel), order.preorder && words.detail.preorder, order.noContact && words.card.noContact]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      <Fact name={order.kind === 'self-delivery' ? facts.deliver : facts.pickup}>{time(order.pickupAt)}</Fact>
      <Fact name={facts.preorderFor}>{time(order.preorderFor)}</Fact>
      <Fact name={facts.decideBy}>{time(order.deadline?.at ?? null)}</Fact>
      <Fact name={facts.placed}>{time(order.placedAt)}</Fact>
      <Fact name={facts.ended}>{time(order.endedAt)}</Fact>
      <Fact name={facts.participants}>{order.participants.map(personName).join(', ')}</Fact>
      <Fact name={facts.venue}>{order.venueName}</Fact>
      <Fact name={facts.serviceState}>{order.status}</Fact>
      <Fact name={facts.id}>
        <code>{order.id}</code>
      </Fact>
    </dl>
  );
}

/** One fact with its name; nothing at all when it is not known. */
function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (children === null || children === '' || children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
