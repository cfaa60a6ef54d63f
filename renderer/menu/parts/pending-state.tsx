import type { PendingView } from '../../../contract/contract.ts';
import { amountText } from '../../parts/amounts.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import './pending-state.css';

const ICONS = { waiting: 'clock', sent: 'sent', seen: 'check', unseen: 'question', refused: 'warning' } as const satisfies Record<
  PendingView['state'],
  IconName
>;

export interface Currency {
  currency: string;
  minorDigits: number | null;
}

/** `money`: the currency if prices changed; else null. */
export function PendingState({ pending, money }: { pending: PendingView; money: Currency | null }) {
  const now = useServiceMinute(null);
  const asks = asksText(pending, now, money);
  return (
    <span className="pending-state" data-state={pending.state}>
      <Icon name={ICONS[pending.state]} />
      <span>
        {[asks, stateText(pending, now), pending.by === null ? '' : t('menu.by', { name: pending.by })].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** A change that waits less than this is shown without the time it waits for, ms. */
const SOON_MS = 60_000;

function stateText(pending: PendingView, now: number): string {
  const { state, waitsUntil, askedAt, sentAt, lookedAt, count } = pending;
  const time = (at: string | null) => dayAndClock(at ?? askedAt, now);
  if (state === 'waiting')
    return waitsUntil !== null && Date.parse(waitsUntil) - now > SOON_MS
      ? t('pending.waitingUntil', { time: time(waitsUntil) })
      : t('pending.waiting');
  // The service doesn't report stock counts.
  if (state === 'sent') return t(count === undefined ? 'pending.sent' : 'pending.sentOnly', { time: time(sentAt) });
  if (state === 'refused') return t('pending.refused', { why: say(pending.text) ?? '' });
  return t(`pending.${state}`, { time: time(lookedAt) });
}

function asksText({ state, onSale, until, price, discountedPrice, count }: PendingView, now: number, money: Currency | null): string {
  const text = (amount: number) => amountText({ amount, currency: money?.currency ?? '' }, money?.minorDigits ?? null);
  return [
    onSale === true && t('menu.asks.back'),
    onSale === false && state === 'refused' && (until ? t('menu.soldOutUntil', { time: dayAndClock(until, now) }) : t('menu.soldOut')),
    money && price !== undefined && t('menu.asks.price', { amount: text(price) }),
    money && discountedPrice !== undefined && t('menu.asks.discounted', { amount: text(discountedPrice) }),
    count !== undefined && t('menu.asks.stock', { count }),
  ]
    .filter(Boolean)
    .join(' · ');
}
