/** Asks before a group order with unchecked bags is marked ready or delivered. */
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { entryOf } from '../../state/entry-of.ts';
import { step } from '../../state/order-commands.ts';
import { setUiState, useOrders, useUiState } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import { Bags, unchecked } from '../parts/bags.tsx';
import { useCommand } from './use-command.ts';
import './hand-over.css';

export function HandOver() {
  const asked = useUiState((counter) => counter.handingOver);
  return asked && <Asked key={asked.orderId} asked={asked} />;
}

function Asked({ asked }: { asked: { orderId: string; action: 'ready' | 'delivered' } }) {
  const command = useCommand(asked.orderId);
  const order = entryOf(useOrders(), asked.orderId);
  // Another order's dialog may be open by now.
  const close = () => setUiState(({ handingOver }) => (handingOver?.orderId === asked.orderId ? { handingOver: null } : {}));
  if (!order) return null;
  const missing = unchecked(order);
  // The order was marked elsewhere or canceled meanwhile.
  if (!command.busy && !order.actions.some(({ name }) => name === asked.action))
    return (
      <Dialog order={order} title={t(`bags.ask.${asked.action}`, { number: order.number })} onClose={close}>
        <p className="hand-over-gone" role="alert">
          {t(`bags.gone.${asked.action}`, { status: say(order.pending?.text ?? order.statusLabel) })}
        </p>
      </Dialog>
    );
  return (
    <Dialog order={order} title={t(`bags.ask.${asked.action}`, { number: order.number })} onClose={close}>
      <div className="form">
        <p role="status">{missing.length > 0 ? t('bags.missing', { names: missing.join(', ') }) : t('bags.allIn')}</p>
        <Bags order={order} />
      </div>
      <div className="hand-over-end">
        {command.problem && <ProblemText problem={command.problem} spoken />}
        <div className="form-end">
          <button type="button" className="button" onClick={close}>
            {t('bags.wait')}
          </button>
          <button
            key={missing.length > 0 ? 'all-the-same' : 'now'}
            type="button"
            className={`button ${missing.length > 0 ? 'danger' : 'fill'}`}
            disabled={command.busy}
            onClick={() => void command.run(step(order, asked.action), close)}
          >
            {t(`bags.${missing.length > 0 ? 'anyway' : 'now'}.${asked.action}`)}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
