/** The last 20 finished tickets of this display. A tap recalls one. */
import { useEffect, useState } from 'react';
import type { DoneOrder } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { itemName } from '../../state/names.ts';
import { clockText } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { stationOf } from './commands.ts';
import type { Tab } from './tickets.ts';

export function RecallList({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const recent = useCall('kitchen.recent');
  const recall = useCall('kitchen.recall');
  const [orders, setOrders] = useState<DoneOrder[] | null>(null);
  const station = stationOf(tab);
  const { run } = recent;
  useEffect(() => {
    void run({ station }).then((answer) => setOrders(answer?.orders ?? []));
  }, [run, station]);
  const problem = recent.problem ?? recall.problem;
  return (
    <Dialog title={t('kitchen.callBackTitle')} shape="side" onClose={onClose}>
      {problem && <ProblemText problem={problem} spoken />}
      {orders?.length === 0 && !problem && <p className="call-back-none">{t('kitchen.noneDone')}</p>}
      <ul className="call-back">
        {orders?.map((order) => (
          <li key={order.orderId} data-of-order={order.orderId}>
            <p className="call-back-words">
              <strong>{order.number}</strong> <span>{t('kitchen.doneAt', { time: clockText(order.at) })}</span>
              <small>
                {order.items.map(({ name, count }) => `${count} ${itemName(name)}`).join(', ')}
                {order.left > 0 && `, ${t('kitchen.moreDishes', { count: order.left })}`}
              </small>
            </p>
            <button
              type="button"
              className="button"
              aria-label={t('kitchen.callBackNamed', { number: order.number })}
              disabled={recall.busy}
              onClick={() => void recall.run({ orderId: order.orderId, station }).then((done) => done && onClose())}
            >
              <Icon name="undo" />
              {t('kitchen.callBack')}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
