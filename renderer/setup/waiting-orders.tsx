/** Orders that arrive during setup, as checklist lines with buttons, instead of the order alert. */
import { useState } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { Actions } from '../order/actions/actions.tsx';
import { useServiceNow } from '../state/clock.ts';
import { itemsText } from '../state/names.ts';
import { useTopic } from '../state/ui-state.ts';
import { leftText } from '../time/texts.ts';
import { firstOf, LISTED_IN_SET_UP, waitingOrders } from '../unanswered/call.ts';
import { say, t } from '../words.ts';
import { Checklist, type ChecklistItem } from './checklist.tsx';

/** Orders that waited for an answer on this page; they stay listed until others need the space. */
export function useOrderChecks(): ChecklistItem[] {
  const orders = useTopic('orders');
  const now = useServiceNow();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const waiting = waitingOrders({ orders, sending: {}, now }).map(({ id }) => id);
  const rows = [...new Set([...waiting, ...seen])].filter((id) => orders[id]).slice(0, LISTED_IN_SET_UP);
  if (rows.some((id) => !seen.includes(id))) setSeen(rows);
  return rows.toSorted().flatMap((id) => (orders[id] ? [orderProof(orders[id], now)] : []));
}

function orderProof(order: OrderCard, now: number): ChecklistItem {
  const first = firstOf(waitingOrders({ orders: { [order.id]: order }, sending: {}, now }), now);
  return {
    id: order.id,
    title: t('setup.orders.orderCame', { number: order.number }),
    text: `${say(order.kindLabel)}, ${itemsText(order)}`,
    state: 'verified',
    at: first ? leftText(first.left, first.about) : null,
    act: (
      <span className="proof-acts" data-order={order.number}>
        <Actions order={order} answersOnly />
      </span>
    ),
  };
}

export function WaitingOrders() {
  const proofs = useOrderChecks();
  return proofs.length > 0 && <Checklist title={t('setup.orders.ordersWaiting')} proofs={proofs} />;
}
