/** The screen for those who wait at the counter: numbers of takeaway orders, what is being prepared and what can be fetched. Numbers only. */
import { useMemo } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { columnsOf } from '../state/board.ts';
import { useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import './customer.css';

export function Customer() {
  const orders = useTopic('orders');
  const columns = useMemo(() => columnsOf(orders), [orders]);
  const fetched = (order: OrderCard) => order.kind === 'takeaway';
  return (
    <main className="customer">
      <h1 className="unseen">{words.customer.title}</h1>
      <Numbers title={words.customer.preparing} orders={columns.preparing.filter(fetched)} />
      <Numbers title={words.customer.ready} orders={columns.ready.filter(fetched)} ready />
    </main>
  );
}

function Numbers({ title, orders, ready = false }: { title: string; orders: OrderCard[]; ready?: boolean }) {
  return (
    <section className="customer-part" data-ready={ready || undefined} aria-label={title}>
      <h2>{title}</h2>
      <ul aria-live={ready ? 'polite' : undefined}>
        {orders.map(({ id, number }) => (
          <li key={id}>{number}</li>
        ))}
      </ul>
    </section>
  );
}
