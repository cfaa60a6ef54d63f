/** Controls over the streets: zoom, dragging, attribution. */
import { useEffect, useRef } from 'react';
import type { ToMap } from '../../map/messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';

interface OverStreetsProps {
  named: readonly string[];
  onMove: (message: Extract<ToMap, { kind: 'zoom' | 'push' }>) => void;
}

export function OverStreets({ named, onMove }: OverStreetsProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => (sheet.current ? followPushes(sheet.current, (by) => onMove({ kind: 'push', by })) : undefined), [onMove]);
  return (
    <>
      <div ref={sheet} className="map-sheet" />
      <div className="map-zoom">
        <button
          type="button"
          className="button square"
          aria-label={t('courierDesk.streets.zoomIn')}
          onClick={() => onMove({ kind: 'zoom', by: 1 })}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="button square"
          aria-label={t('courierDesk.streets.zoomOut')}
          onClick={() => onMove({ kind: 'zoom', by: -1 })}
        >
          <Icon name="minus" />
        </button>
      </div>
      <p className="map-named">
        <bdi>{named.join(' | ')}</bdi>
      </p>
    </>
  );
}

/** Reports drag distances since the last report, CSS px. Returns the function that stops it. */
function followPushes(sheet: HTMLElement, push: (by: readonly [number, number]) => void): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  let from: { id: number; x: number; y: number } | null = null;
  sheet.addEventListener(
    'pointerdown',
    ({ pointerId: id, clientX: x, clientY: y, isPrimary, button }) => {
      if (!isPrimary || button !== 0) return;
      from = { id, x, y };
      sheet.setPointerCapture(id);
    },
    { signal },
  );
  sheet.addEventListener(
    'pointermove',
    ({ pointerId: id, clientX: x, clientY: y }) => {
      if (from?.id !== id) return;
      push([x - from.x, y - from.y]);
      from = { id, x, y };
    },
    { signal },
  );
  const end = (): void => {
    from = null;
  };
  sheet.addEventListener('lostpointercapture', end, { signal });
  return () => ends.abort();
}
