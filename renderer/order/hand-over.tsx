/** Asked before a group order is handed over while somebody's bag is not checked off. */
import { Dialog } from '../parts/dialog.tsx';
import { setCounter, useCounter, useTopic } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { step } from '../state/order-commands.ts';
import { words } from '../words.ts';
import { Bags, unchecked } from './parts/bags.tsx';

export function HandOver() {
  const asked = useCounter((counter) => counter.handingOver);
  const order = entryOf(useTopic('orders'), asked?.orderId ?? '');
  const close = () => setCounter({ handingOver: null });
  if (!asked || !order) return null;
  const missing = unchecked(order);
  return (
    <Dialog order={order} title={words.bags.handOver(order.number)} onClose={close}>
      <div className="form">
        <p role="status">{missing.length > 0 ? words.bags.missing(missing.join(', ')) : words.bags.allIn}</p>
        <Bags order={order} />
        <div className="form-end">
          <button type="button" className="button big" onClick={close}>
            {words.bags.wait}
          </button>
          <button
            key={missing.length > 0 ? 'all-the-same' : 'now'}
            type="button"
            className={`button big ${missing.length > 0 ? 'stop' : 'go'}`}
            onClick={() => {
              close();
              void step(order, asked.action);
            }}
          >
            {missing.length > 0 ? words.bags.allTheSame : words.bags.now}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
