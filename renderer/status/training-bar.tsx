/** Training mode: buttons that place practice orders, and one to leave. */
import { useState } from 'react';
import type { CallInput } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useTopic } from '../state/ui-state.ts';
import { t } from '../words.ts';
import './training-bar.css';

type Kind = CallInput<'training.order'>['kind'];
const KINDS = ['instant', 'takeaway', 'preorder', 'self-delivery', 'group'] as const satisfies readonly Kind[];

export function TrainingBar() {
  const order = useCall('training.order');
  const leave = useCall('training.leave');
  const orders = Object.keys(useTopic('orders')).length;
  /** `orders`: their number before; once there are more, the practice order has arrived. */
  const [placed, setPlaced] = useState<{ text: string; orders: number } | null>(null);
  const place = async (kind: Kind) => {
    setPlaced(null);
    if (await order.run({ kind })) setPlaced({ text: t('training.placed', { kind: t(`training.kinds.${kind}`) }), orders });
  };
  const problem = order.problem ?? leave.problem;
  return (
    <section className="training" aria-label={t('training.label')}>
      <div className="training-row">
        <span className="training-lead">{t('training.place')}</span>
        {KINDS.map((kind) => (
          <button key={kind} type="button" className="button" disabled={order.busy} onClick={() => void place(kind)}>
            {t(`training.kinds.${kind}`)}
          </button>
        ))}
        <span className="training-status" role="status">
          {placed && placed.orders >= orders && placed.text}
        </span>
        <button type="button" className="button quiet training-leave" disabled={leave.busy} onClick={() => void leave.run({})}>
          {t('training.leave')}
        </button>
      </div>
      {problem && <ProblemText problem={problem} spoken />}
    </section>
  );
}
