/** Suggests a pause when orders pile up: someone pauses or dismisses it. It happens automatically only by the venue's own rule. */
import { useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { setCounter, useSeveralVenues, useTopic } from '../state/counter.ts';
import { say, t } from '../words.ts';
import './sale.css';

/** Whoever said "not now" is left alone for so long, ms. */
const QUIET_MS = 30 * 60_000;

export function SuggestStrips() {
  const venues = Object.values(useTopic('venues'));
  const isNamed = useSeveralVenues();
  const now = useServiceNow();
  /** Until when each venue is left alone. */
  const [quiet, setQuiet] = useState<Record<string, number>>({});
  return venues.map(({ id, name, sale }) => {
    if (!sale?.piledUp || (quiet[id] ?? 0) > now) return null;
    return (
      <div key={id} className="strip strip-work strip-suggest" role="status">
        <Icon name="pause" />
        <p>
          {isNamed && `${name}: `}
          <strong>{say(sale.piledUp)}</strong> {t('sale.suggest.ask')}
        </p>
        <button
          type="button"
          className="button"
          aria-label={isNamed ? t('sale.pauseNamed', { name }) : undefined}
          onClick={() => setCounter({ pauseOpen: true })}
        >
          {t('sale.open')}
        </button>
        <button type="button" className="button quiet" onClick={() => setQuiet({ ...quiet, [id]: now + QUIET_MS })}>
          {t('sale.notNow')}
        </button>
      </div>
    );
  });
}
