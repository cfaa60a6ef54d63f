/** What became of a change of the menu, a pause or the hours: waiting, sent, confirmed, not shown, refused; and what it asks for. Never more than is known. */
import type { PendingView } from '../../../contract/contract.ts';
import { amountText } from '../../parts/amounts.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, words } from '../../words.ts';
import './standing.css';

const ICONS = { waiting: 'clock', sent: 'sent', seen: 'check', unseen: 'question', refused: 'warning' } as const satisfies Record<
  PendingView['state'],
  IconName
>;

export interface Currency {
  currency: string;
  minorDigits: number | null;
}

/** `money`: of the prices in it; null where it is only about being on sale. */
export function Standing({ pending, money }: { pending: PendingView; money: Currency | null }) {
  const now = useServiceMinute(null);
  const asks = asksText(pending, now, money);
  return (
    <span className="standing" data-state={pending.state}>
      <Icon name={ICONS[pending.state]} />
      <span>{[asks, standingText(pending, now), pending.by === null ? '' : words.menu.by(pending.by)].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** What waits no longer is as good as sent, ms. */
const SOON_MS = 60_000;

function standingText(pending: PendingView, now: number): string {
  const said = words.pending;
  const { state, waitsUntil, askedAt, sentAt, lookedAt, count } = pending;
  const time = (at: string | null) => dayAndClock(at ?? askedAt, now);
  if (state === 'waiting')
    return waitsUntil !== null && Date.parse(waitsUntil) - now > SOON_MS ? said.waitingUntil(time(waitsUntil)) : said.waiting;
  // Nothing that is read back shows a count.
  if (state === 'sent') return (count === undefined ? said.sent : said.sentOnly)(time(sentAt));
  if (state === 'refused') return said.refused(say(pending.says) ?? '');
  return said[state](time(lookedAt));
}

function asksText({ state, onSale, until, price, discountedPrice, count }: PendingView, now: number, money: Currency | null): string {
  const said = words.menu;
  const text = (amount: number) => amountText({ amount, currency: money?.currency ?? '' }, money?.minorDigits ?? null);
  return [
    onSale === true && said.asks.back,
    // Else the tag beside it says so.
    onSale === false && state === 'refused' && (until ? said.soldOutUntil(dayAndClock(until, now)) : said.soldOut),
    money && price !== undefined && said.asks.price(text(price)),
    money && discountedPrice !== undefined && said.asks.discounted(text(discountedPrice)),
    count !== undefined && said.asks.stock(count),
  ]
    .filter(Boolean)
    .join(' · ');
}
