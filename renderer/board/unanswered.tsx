/** An order that nobody answers takes the whole screen: half-way through its time until somebody touches it, and once more before the service rejects it. */
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useServiceNow } from '../state/clock.ts';
import { setCounter, useCounter, useTopic } from '../state/counter.ts';
import { accept, step, touch } from '../state/order-commands.ts';
import { secondsLeft } from '../time/urgency.ts';
import { words } from '../words.ts';
import { showCard } from './show-card.ts';
import { unansweredOrder } from './unanswered-order.ts';
import './unanswered.css';

export function Unanswered() {
  const orders = useTopic('orders');
  const hushed = useCounter((counter) => counter.hushed);
  const now = useServiceNow();
  /** Orders that somebody here has looked at in their last moments. */
  const [seen, setSeen] = useState<Record<string, true>>({});
  const order = unansweredOrder(orders, hushed, seen, now);
  if (!order?.deadline) return null;
  const left = secondsLeft(order.deadline.at, now);
  const close = () => {
    touch(order);
    setSeen((before) => ({ ...before, [order.id]: true }));
  };
  const yes = order.actions.find(({ name }) => name === 'accept' || name === 'confirm');
  return (
    <Dialog key={order.id} shape="full" title={words.unanswered.title(order.number)} onClose={close}>
      <div className="unanswered" role="alert">
        <p className="unanswered-number">{order.number}</p>
        <p className="unanswered-left">{words.unanswered.left(left)}</p>
        <p>{words.unanswered.what(order.kindLabel, order.itemCount)}</p>
        <div className="unanswered-buttons">
          <button
            type="button"
            className="button big"
            onClick={() => {
              close();
              setCounter({ screen: 'board' });
              showCard(order.id);
            }}
          >
            {words.unanswered.look}
          </button>
          {yes && (
            <button
              type="button"
              className="button big go"
              onClick={() => {
                close();
                if (yes.name === 'accept') void accept(order, null);
                else void step(order, 'confirm');
              }}
            >
              {yes.label}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
