/** A ticket's notes and dishes. One taller than the page scrolls. */
import { type ReactNode, useRef } from 'react';
import { Icon } from '../../../parts/icons.tsx';
import { showMore, useOutOfSight } from '../../../parts/use-out-of-sight.ts';
import { watchPosition } from '../../../touch/lock.ts';
import { t } from '../../../words.ts';

export function TicketBody({ lines, children }: { lines: readonly unknown[]; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const hidden = useOutOfSight(body, lines, '.dish');
  return (
    <>
      <div ref={body} className="ticket-body">
        {children}
      </div>
      {hidden > 0 && (
        <button ref={watchPosition} type="button" className="ticket-more" onClick={() => showMore(body.current)}>
          <Icon name="down" />
          {t('kitchen.moreDishes', { count: hidden })}
        </button>
      )}
    </>
  );
}
