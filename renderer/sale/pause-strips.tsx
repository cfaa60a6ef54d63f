/** The line while a venue is paused or unexpectedly offline, with a button to open it. */
import { CAUSE, type VenueView } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { useServiceNow } from '../state/clock.ts';
import { callOrSay } from '../state/link.ts';
import { useMay, useSeveralVenues, useTopic } from '../state/ui-state.ts';
import { ageText, clockText, dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import { type PauseStrip, pauseStrip } from './strip.ts';
import './sale.css';

export function usePauseLines(): StatusLine[] {
  const venues = Object.values(useTopic('venues'));
  const isNamed = useSeveralVenues();
  const now = useServiceNow();
  return venues.flatMap((venue) => {
    const strip = pauseStrip(venue.sale, now);
    if (!strip) return [];
    const drawn = <Strip key={venue.id} venue={venue} strip={strip} isNamed={isNamed} now={now} />;
    return [{ cause: CAUSE.offline(venue.id), rank: RANK.offline, drawn }];
  });
}

function Strip({ venue, strip, isNamed, now }: { venue: VenueView; strip: PauseStrip; isNamed: boolean; now: number }) {
  const { id: venueId, name } = venue;
  const { kind, again, reason, byRule } = strip;
  const mayPause = useMay('pause');
  const maySell = useMay('sold-out');
  const isOpenable = mayPause && kind !== 'opening' && kind !== 'not-paused' && kind !== 'not-opened';
  return (
    <div className="strip strip-lost strip-paused" role="status" data-kind={kind} data-proof={strip.proof ?? undefined}>
      <Icon name={strip.proof === 'seen' || strip.proof === 'sent' ? 'pause' : 'warning'} />
      <p>
        {isNamed && <span className="strip-venue">{name} </span>}
        {/* Changes each minute, which mustn't be read out. */}
        <strong aria-live="off">{firstOf(strip, now)}</strong> {proofOf(strip)}{' '}
        {kind === 'paused' && reason ? t(byRule ? 'sale.strip.byRule' : 'sale.strip.because', { reason: say(reason) ?? '' }) : ''}
      </p>
      {again !== null && maySell && (
        <button
          type="button"
          className="button"
          aria-label={isNamed ? t('sale.againNamed', { name }) : undefined}
          onClick={() => void callOrSay('menu.again', { venueId, intent: again })}
        >
          {t('sale.again')}
        </button>
      )}
      {isOpenable && (
        <button
          type="button"
          className="button"
          aria-label={isNamed ? t('sale.openAgainNamed', { name }) : undefined}
          onClick={() => void callOrSay('sale.openAgain', { venueId })}
        >
          {t('sale.openAgain')}
        </button>
      )}
    </div>
  );
}

function firstOf({ kind, until, text }: PauseStrip, now: number): string {
  switch (kind) {
    case 'paused':
      return until === null
        ? t('sale.strip.untilOpenedAgain')
        : t('sale.strip.until', { time: dayAndClock(until, now), left: ageText(Date.parse(until) - now) });
    case 'overdue':
      return t('sale.strip.overdue', { time: dayAndClock(until ?? '', now) });
    case 'not-paused':
      return t('sale.strip.refused');
    case 'not-changed':
      return t('pending.refused', { why: say(text) ?? '' });
    case 'opening':
      return t('sale.strip.opening');
    case 'not-opened':
      return t('sale.strip.openingRefused');
    case 'offline':
      return t('sale.strip.offline');
  }
}

function proofOf({ kind, proof, at, ordersCome, text }: PauseStrip): string {
  if (kind === 'overdue' || kind === 'offline' || kind === 'not-changed') return '';
  if (proof === 'refused') return say(text) ?? '';
  if (proof === 'waiting') return t(ordersCome ? 'sale.strip.waiting' : 'sale.strip.openingWaiting');
  if (proof === 'unseen') return kind === 'opening' ? t('sale.strip.openingUnseen') : t('sale.strip.unseen');
  return proof === 'seen' ? t('sale.strip.seen', { time: clockText(at ?? '') }) : t('sale.strip.sent', { time: clockText(at ?? '') });
}
