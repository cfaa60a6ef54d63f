/** One opening: a draggable bar, and its times to type. */
import { type PointerEvent, useRef } from 'react';
import { TimeField } from '../../parts/form/date-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';
import { dragged, type Opening, timeOf, typed } from './openings.ts';

/** Length of the bar: a day, and six hours after midnight. */
const SHOWN_MINUTES = 30 * 60;
const DAY = 24 * 60;
type Edge = 'from' | 'until' | 'whole';

interface OpeningRowProps {
  day: string;
  opening: Opening;
  error: string | null | undefined;
  onChange: (next: Opening) => void;
  onRemove: () => void;
}

export function OpeningRow({ day, opening, error, onChange, onRemove }: OpeningRowProps) {
  const { from, until } = opening;
  return (
    <div className="opening" data-wrong={error ? '' : undefined}>
      <Track opening={opening} onChange={onChange} />
      <div className="opening-times">
        <TimeField
          quiet
          label={t('hours.opensNamed', { day })}
          value={timeOf(from)}
          onChange={(time) => onChange(typed(opening, 'from', time))}
        />
        <span aria-hidden="true">–</span>
        <TimeField
          quiet
          label={t('hours.closesNamed', { day })}
          value={timeOf(until)}
          onChange={(time) => onChange(typed(opening, 'until', time))}
        />
        <span className="opening-next">{until >= DAY ? t('hours.nextDay') : ''}</span>
        <button
          type="button"
          className="button quiet square"
          aria-label={`${t('hours.removeNamed', { day })} ${timeOf(from)}–${timeOf(until)}`}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </button>
      </div>
      <p className="field-error" aria-live="polite">
        {error && (
          <>
            <Icon name="warning" />
            {error}
          </>
        )}
      </p>
    </div>
  );
}

function Track({ opening, onChange }: { opening: Opening; onChange: (next: Opening) => void }) {
  const track = useRef<HTMLDivElement>(null);
  /** The part being dragged. `off`: distance from the pointer to its start, minutes. */
  const held = useRef<{ edge: Edge; off: number } | null>(null);
  const minuteAt = ({ clientX }: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const isMirrored = track.current && getComputedStyle(track.current).direction === 'rtl';
    return ((isMirrored ? box.right - clientX : clientX - box.left) / box.width) * SHOWN_MINUTES;
  };
  const take = (event: PointerEvent<HTMLElement>) => {
    const edge = ((event.target as HTMLElement).dataset.edge ?? 'whole') as Edge;
    held.current = { edge, off: minuteAt(event) - (edge === 'until' ? opening.until : opening.from) };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!held.current) return;
    const next = dragged(opening, held.current.edge, minuteAt(event) - held.current.off);
    if (next.from !== opening.from || next.until !== opening.until) onChange(next);
  };
  const letGo = () => {
    held.current = null;
  };
  const share = (minutes: number): string => `${(Math.min(minutes, SHOWN_MINUTES) / SHOWN_MINUTES) * 100}%`;
  return (
    // Hidden from screen readers: the time fields do the same.
    <div ref={track} className="track" aria-hidden="true">
      <span className="track-night" style={{ insetInlineStart: share(DAY) }} />
      {[6, 12, 18].map((hour) => (
        <span key={hour} className="track-hour" style={{ insetInlineStart: share(hour * 60) }}>
          {hour}
        </span>
      ))}
      <div
        className="track-bar"
        style={{ insetInlineStart: share(opening.from), inlineSize: `calc(${share(opening.until)} - ${share(opening.from)})` }}
        onPointerDown={take}
        onPointerMove={move}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <span className="track-end" data-edge="from" />
        <span className="track-end" data-edge="until" />
      </div>
    </div>
  );
}
