/** The board: what waits, what cooks, what stands ready and what is for later, each in a column of its own. */
import { useMemo } from 'react';
import type { OrderCard } from '../../preload/contract.ts';
import { Card } from '../order/order-card.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { columnsOf } from '../state/board.ts';
import { setCounter, useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import { Ended } from './ended.tsx';
import { Queue } from './queue.tsx';
import './board.css';

const SHOWN = ['new', 'preparing', 'ready', 'scheduled'] as const;

const icon: Record<(typeof SHOWN)[number], IconName> = { new: 'bell', preparing: 'clock', ready: 'check', scheduled: 'calendar' };

export function Board() {
  const orders = useTopic('orders');
  const columns = useMemo(() => columnsOf(orders), [orders]);
  const manyVenues = Object.keys(useTopic('venues')).length > 1;
  return (
    <main className="board-screen">
      <h1 className="unseen">{words.board.title}</h1>
      <div className="board">
        {SHOWN.map((name) => (
          <BoardColumn key={name} name={name} orders={columns[name]} showVenue={manyVenues} />
        ))}
      </div>
      <Ended orders={columns.ended} />
    </main>
  );
}

function BoardColumn({ name, orders, showVenue }: { name: (typeof SHOWN)[number]; orders: OrderCard[]; showVenue: boolean }) {
  const title = words.board.columns[name];
  return (
    <section className="column" data-column={name} aria-label={words.board.countOf(title, orders.length)}>
      <h2 className="column-head">
        <Icon name={icon[name]} />
        <span>{title}</span>
        {name === 'new' && (
          <button type="button" className="button quiet head-button" onClick={() => setCounter({ rushOpen: true })}>
            <Icon name="flame" />
            {words.rush.open}
          </button>
        )}
        <span className="column-count">{orders.length}</span>
      </h2>
      {name === 'new' && <Queue orders={orders} />}
      {orders.length === 0 ? (
        <EmptyColumn name={name} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
        <section className="column-cards" tabIndex={0} aria-label={title}>
          {orders.map((order) => (
            <Card key={order.id} order={order} showVenue={showVenue} />
          ))}
        </section>
      )}
    </section>
  );
}

function EmptyColumn({ name }: { name: (typeof SHOWN)[number] }) {
  const { title, hint } = words.board.empty[name];
  return (
    <p className="column-empty">
      <Icon name={icon[name]} />
      <strong>{title}</strong>
      <span>{hint}</span>
    </p>
  );
}
