/** The buttons of an order, drawn from what the bridge allows now, and what stands in their place while a command is on its way. */
import type { ActionName, OrderCard } from '../../contract/contract.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCounter } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { act, dismissRefusal } from '../state/order-commands.ts';
import { say, words } from '../words.ts';
import { Undo } from './undo.tsx';
import './actions.css';

const look: Record<ActionName, { style: string; icon: IconName }> = {
  accept: { style: 'go', icon: 'check' },
  confirm: { style: 'go', icon: 'check' },
  ready: { style: 'next', icon: 'bell' },
  delivered: { style: 'next', icon: 'double-check' },
  reject: { style: 'stop', icon: 'cross' },
};

/** What the call asks for: the steps that follow stand on the board. */
const ANSWERS: ReadonlySet<ActionName> = new Set(['accept', 'confirm', 'reject']);

/** Whether this answers an order that waits. */
export const isAnswer = (name: ActionName): boolean => ANSWERS.has(name);

/** `answersOnly`: nothing but answers, and in their place what became of the order once it has one. */
export function Actions({ order, answersOnly = false }: { order: OrderCard; answersOnly?: boolean }) {
  const sending = useCounter((counter) => entryOf(counter.sending, order.id));
  const refusal = useCounter((counter) => entryOf(counter.refusals, order.id));
  const underWay = order.pending?.says ?? (sending && words.actions.sending[sending]);
  const actions = answersOnly ? order.actions.filter(({ name }) => isAnswer(name)) : order.actions;
  const became = answersOnly && actions.length === 0 && !order.unread ? order.statusLabel : null;
  if (!underWay && !refusal && !became && actions.length === 0) return null;
  return (
    <div className="actions">
      {refusal && (
        <div className="actions-refusal">
          <ProblemText problem={refusal} spoken />
          <button type="button" className="button quiet" onClick={() => dismissRefusal(order.id)}>
            {words.card.dismissRefusal}
          </button>
        </div>
      )}
      {order.pending?.undoUntil ? (
        <Undo order={order} says={say(order.pending.says)} until={order.pending.undoUntil} />
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

function Buttons({ order, actions }: { order: OrderCard; actions: OrderCard['actions'] }) {
  const accept = actions.find((action) => action.name === 'accept');
  const extra = accept?.extraMinutes?.filter((minutes) => minutes > 0) ?? [];
  const suggested = accept?.suggested;
  return (
    <>
      <div className="actions-row">
        {actions.map(({ name, label, usualMinutes = 0 }) => (
          <button key={name} type="button" className={`button big ${look[name].style}`} onClick={() => act(order, name, null)}>
            <Icon name={look[name].icon} />
            <span>{say(usualMinutes > 0 ? words.actions.usual(say(label), usualMinutes) : label)}</span>
          </button>
        ))}
      </div>
      {extra.length > 0 && (
        <fieldset className="actions-extra" aria-label={words.actions.plusLegend}>
          {extra.map((minutes) => (
            <button
              key={minutes}
              type="button"
              className="button extra"
              aria-label={minutes === suggested?.minutes ? words.actions.suggested(minutes) : words.actions.acceptPlus(minutes)}
              data-suggested={minutes === suggested?.minutes || undefined}
              title={say(minutes === suggested?.minutes ? suggested.says : undefined)}
              onClick={() => act(order, 'accept', minutes)}
            >
              {words.actions.plus(minutes)}
            </button>
          ))}
          <span className="actions-unit" aria-hidden="true">
            {words.actions.minutesShort}
          </span>
        </fieldset>
      )}
      {suggested && extra.includes(suggested.minutes) && <p className="actions-why">{say(suggested.says)}</p>}
    </>
  );
}
