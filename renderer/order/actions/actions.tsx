/** An order's buttons as main allows them, or the command being sent. */
import type { ActionName, KitchenOrder } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useAsking } from '../../staff/require-sign-in.ts';
import { entryOf } from '../../state/entry-of.ts';
import { sendingWords } from '../../state/names.ts';
import { act, dismissRefusal } from '../../state/order-commands.ts';
import { useUiState } from '../../state/ui-state.ts';
import { useLockOnChange } from '../../touch/lock.ts';
import { say, t } from '../../words.ts';
import { AcceptMinutes } from './accept-minutes.tsx';
import { Undo } from './undo.tsx';
import './actions.css';

/** Only Accept and Confirm are filled, so that new orders are noticed. */
const look: Record<ActionName, string> = {
  accept: 'fill',
  confirm: 'fill',
  ready: 'tonal',
  delivered: 'tonal',
  reject: 'quiet',
};

const ANSWERS: ReadonlySet<ActionName> = new Set(['accept', 'confirm', 'reject']);

export const isAnswer = (name: ActionName): boolean => ANSWERS.has(name);

interface ActionsProps {
  order: KitchenOrder;
  /** Shows only the buttons that answer the order; afterwards its status. */
  answersOnly?: boolean;
  without?: ActionName;
}

export function Actions({ order, answersOnly = false, without }: ActionsProps) {
  const sending = useUiState((counter) => entryOf(counter.sending, order.id));
  const refusal = useUiState((counter) => entryOf(counter.refusals, order.id));
  // A command waiting for a staff PIN isn't sent yet.
  const isAsked = useAsking(({ waiting }) => waiting.some(({ orderId }) => orderId === order.id));
  const underWay = order.pending?.text ?? (sending && !isAsked && sendingWords(sending, order.kind));
  const actions = order.actions.filter(({ name }) => name !== without && (!answersOnly || isAnswer(name)));
  const became = answersOnly && actions.length === 0 && !order.unread ? order.statusLabel : null;
  const own = useLockOnChange([underWay ? 'under-way' : actions.map(({ name }) => name).join(), refusal ? 'refused' : ''].join(' '));
  if (!underWay && !refusal && !became && actions.length === 0) return null;
  return (
    <div ref={own} className="actions">
      {refusal && (
        <div className="actions-refusal">
          <ProblemText problem={refusal} spoken />
          <button type="button" className="button quiet" onClick={() => dismissRefusal(order.id)}>
            {t('card.dismissRefusal')}
          </button>
        </div>
      )}
      {order.pending?.undoUntil ? (
        <Undo order={order} text={say(order.pending.text)} until={order.pending.undoUntil} />
      ) : underWay ? (
        <p className="actions-pending" role="status">
          <span className="spinner" aria-hidden="true" />
          {say(underWay)}
        </p>
      ) : became !== null ? (
        <p className="actions-pending" role="status">
          {say(became)}
        </p>
      ) : (
        <Buttons order={order} actions={actions} />
      )}
    </div>
  );
}

function Buttons({ order, actions }: { order: KitchenOrder; actions: KitchenOrder['actions'] }) {
  return (
    <div className="actions-row">
      {actions.map((action) => {
        const { name, label, usualMinutes = 0, extraMinutes = [] } = action;
        const button = (
          <button
            key={name}
            type="button"
            className={`button ${look[name]}`}
            data-action={name}
            onClick={() => void act(order, name, null)}
          >
            {say(usualMinutes > 0 ? t('actions.usual', { label: say(label), minutes: usualMinutes }) : label)}
          </button>
        );
        if (name !== 'accept') return button;
        // The button stays the same element when minutes arrive later.
        return (
          <span key={name} className="split">
            {button}
            {extraMinutes.some((minutes) => minutes > 0) && <AcceptMinutes order={order} accept={action} />}
          </span>
        );
      })}
    </div>
  );
}
