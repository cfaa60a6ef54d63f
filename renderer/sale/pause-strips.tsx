/** Said on every screen while a venue takes no orders, or may not although somebody paused it: how sure that is, and the way back. */
import type { VenueView } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { useSeveralVenues, useTopic } from '../state/counter.ts';
import { callOrSay } from '../state/link.ts';
import { ageText, clockText, dayAndClock } from '../time/texts.ts';
import { say, words } from '../words.ts';
import { type PauseStrip, pauseStrip } from './strip.ts';
import './sale.css';

const said = words.sale.strip;

export function PauseStrips() {
  const venues = Object.values(useTopic('venues'));
  const isNamed = useSeveralVenues();
  const now = useServiceNow();
  return venues.map((venue) => {
    const strip = pauseStrip(venue.sale, now);
    return strip && <Strip key={venue.id} venue={venue} strip={strip} isNamed={isNamed} now={now} />;
  });
}

function Strip({ venue, strip, isNamed, now }: { venue: VenueView; strip: PauseStrip; isNamed: boolean; now: number }) {
  const { id: venueId, name } = venue;
  const { kind, again, reason, byRule } = strip;
  const isOpenable = kind !== 'opening' && kind !== 'not-paused' && kind !== 'not-opened';
  return (
    <div className="strip strip-lost strip-paused" role="status" data-kind={kind} data-proof={strip.proof ?? undefined}>
      <Icon name={strip.proof === 'seen' || strip.proof === 'sent' ? 'pause' : 'warning'} />
      <p>
        {isNamed && <span className="strip-venue">{name} </span>}
        {/* Read out when it changes, and not with every minute of it. */}
        <strong aria-live="off">{firstOf(strip, now)}</strong> {proofOf(strip)}{' '}
        {kind === 'paused' && reason ? (byRule ? said.byRule : said.because)(say(reason) ?? '') : ''}
      </p>
      {again !== null && (
        <button
          type="button"
          className="button"
          aria-label={isNamed ? words.sale.againNamed(name) : undefined}
          onClick={() => void callOrSay('menu.again', { venueId, intent: again })}
        >
          {words.sale.again}
        </button>
      )}
      {isOpenable && (
        <button
          type="button"
          className="button"
          aria-label={isNamed ? words.sale.openAgainNamed(name) : undefined}
          onClick={() => void callOrSay('sale.openAgain', { venueId })}
        >
          {words.sale.openAgain}
        </button>
      )}
    </div>
  );
}

function firstOf({ kind, until, says }: PauseStrip, now: number): string {
  switch (kind) {
    case 'paused':
      return until === null ? said.untilTold : said.until(dayAndClock(until, now), ageText(Date.parse(until) - now));
    case 'overdue':
      return said.overdue(dayAndClock(until ?? '', now));
    case 'not-paused':
      return said.refused;
    case 'not-changed':
      return words.pending.refused(say(says) ?? '');
    case 'opening':
      return said.opening;
    case 'not-opened':
      return said.openingRefused;
    case 'offline':
      return said.offline;
  }
}

function proofOf({ kind, proof, at, says }: PauseStrip): string {
  if (kind === 'overdue' || kind === 'offline' || kind === 'not-changed') return '';
  if (proof === 'refused') return say(says) ?? '';
  if (proof === 'waiting') return kind === 'opening' ? said.openingWaiting : said.waiting;
  if (proof === 'unseen') return kind === 'opening' ? said.openingUnseen : said.unseen;
  return proof === 'seen' ? said.seen(clockText(at ?? '')) : said.sent(clockText(at ?? ''));
}
