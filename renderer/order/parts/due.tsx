/** The corner of a card: the time left or the delay, and the time meant. */
import type { KitchenOrder } from '../../../contract/contract.ts';
import { useServiceMinute, useServiceNow } from '../../state/clock.ts';
import { clockText, dayAndClock, fromNow, leftText } from '../../time/texts.ts';
import { pickupPhase, ringPhase, secondsLeft } from '../../time/urgency.ts';
import { t } from '../../words.ts';
import './due.css';

export function Due({ order }: { order: KitchenOrder }) {
  return order.deadline ? <ToAnswer deadline={order.deadline} /> : <ForTime order={order} />;
}

/** Time left to answer. `about`: it's estimated, so Accept may work longer. */
function ToAnswer({ deadline }: { deadline: NonNullable<KitchenOrder['deadline']> }) {
  const left = secondsLeft(deadline.at, useServiceNow());
  const phase = ringPhase(left, deadline.totalSeconds);
  const { about = false } = deadline;
  const isOver = phase === 'over';
  const exact = isOver ? t('ring.over', { of: deadline.of }) : t('ring.left', { seconds: left, of: deadline.of });
  return (
    <p className="due" data-phase={phase} role="timer" aria-label={about ? `${t('ring.about')}: ${exact}` : exact}>
      <b aria-hidden="true">{isOver ? (about ? t('ring.maybeOver') : t('ring.overShort')) : leftText(left, about)}</b>
      <span aria-hidden="true">{!isOver && t(`due.to.${deadline.of}`)}</span>
    </p>
  );
}

/** The time a waiting pre-order is wanted for, else the pickup time; null if unknown. */
export function dueTime(order: KitchenOrder): { at: string; isWanted: boolean } | null {
  const isWanted = order.preorderFor !== null && (order.column === 'scheduled' || order.deadline?.of === 'confirm');
  const at = isWanted ? order.preorderFor : (order.pickupAt ?? order.preorderFor);
  return at === null ? null : { at, isWanted };
}

function ForTime({ order }: { order: KitchenOrder }) {
  const due = dueTime(order);
  const now = useServiceMinute(due?.at ?? null);
  if (order.column === 'ended') return null;
  if (due === null)
    return order.unread ? null : (
      <p className="due" data-phase="unknown">
        <span>{t('card.pickupUnknown')}</span>
      </p>
    );
  // A ready order isn't late: its courier is.
  const phase = order.column === 'ready' ? 'later' : pickupPhase(due.at, now);
  const isLate = phase === 'late';
  return (
    <p className="due" data-phase={phase}>
      <b>{isLate ? fromNow(due.at, now, true) : dayAndClock(due.at, now)}</b>
      <span>{isLate ? t('due.at', { time: clockText(due.at) }) : fromNow(due.at, now)}</span>
    </p>
  );
}
