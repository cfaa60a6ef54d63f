/** An order that was cancelled while it was being cooked takes the whole screen until somebody says that it is stopped. */
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCounter, useTopic } from '../../state/counter.ts';
import { entryOf } from '../../state/entry-of.ts';
import { touch } from '../../state/order-commands.ts';
import { say, words } from '../../words.ts';
import { Items } from './items.tsx';
import './stopped.css';

export function Stopped() {
  const orders = useTopic('orders');
  const hushed = useCounter((counter) => counter.hushed);
  const order = Object.values(orders).find(({ id, stopped }) => stopped && !entryOf(hushed, id));
  if (!order) return null;
  const seen = () => touch(order);
  return (
    <Dialog key={order.id} order={order} shape="full" name={words.stopped.title(order.number)} title={words.stopped.head} onClose={seen}>
      <div className="stopped" role="alert">
        <p className="stopped-number">
          <Icon name="cross" />
          {order.number}
        </p>
        <p className="stopped-why">{words.stopped.why}</p>
        {order.stopSlip && (
          <p className="stopped-slip" data-state={order.stopSlip.state}>
            {say(order.stopSlip.says)}
          </p>
        )}
        <Items items={order.items} most={8} />
        <button type="button" className="button big" onClick={seen}>
          {words.stopped.seen}
        </button>
      </div>
    </Dialog>
  );
}
