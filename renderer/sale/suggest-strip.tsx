/** Suggests a pause when orders pile up. Only the venue's own rule pauses automatically. */
import { CAUSE } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { useServiceNow } from '../state/clock.ts';
import { readUiState, setUiState, useMay, useSeveralVenues, useTopic } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import './sale.css';

/** No suggestion this long after "not now", ms. */
const QUIET_MS = 30 * 60_000;

export function useSuggestLines(): StatusLine[] {
  const venues = Object.values(useTopic('venues'));
  const isNamed = useSeveralVenues();
  const now = useServiceNow();
  const mayPause = useMay('pause');
  if (!mayPause) return [];
  return venues.flatMap(({ id, name, sale }) => {
    if (!sale?.piledUp) return [];
    const cause = CAUSE.piledUp(id);
    const drawn = (
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
          onClick={() => setUiState({ pauseOpen: true })}
        >
          {t('sale.open')}
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => setUiState({ putAway: { ...readUiState().putAway, [cause]: now + QUIET_MS } })}
        >
          {t('sale.notNow')}
        </button>
      </div>
    );
    return [{ cause, rank: RANK.suggestion, drawn }];
  });
}
