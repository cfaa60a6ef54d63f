/** The kitchen display: pages of tickets in fixed columns, and totals below. */
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Slot } from '../../order/slot.tsx';
import { useUiState } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { AllDay } from './all-day.tsx';
import { useDishSize } from './dish-size.ts';
import { useKind } from './kind.ts';
import { KitchenBar } from './kitchen-bar.tsx';
import { NoTickets } from './no-tickets.tsx';
import { Ticket } from './ticket/ticket.tsx';
import { useTab } from './use-tab.ts';
import { layOutMeasured, setRoom, useColumns, usePages, whereOf } from './use-tickets.ts';
import './kitchen.css';
import './ticket/ticket.css';

/** A lower page scrolls, CSS px at the usual size; as in ticket.css. */
const LEAST_HEIGHT = 320;

export function Kitchen() {
  const tab = useTab();
  const columns = useColumns();
  const dishSize = useDishSize();
  const kind = useKind();
  const { page } = usePages();
  const isCounter = useUiState(({ view }) => view === 'counter');
  const tickets = useRef<HTMLElement>(null);
  useRoom(tickets);
  const where = whereOf(columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: laid out again for each of these
  useLayoutEffect(layOutMeasured, [tab, kind, dishSize, page, where]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is shown from its top
  useLayoutEffect(() => void tickets.current?.scrollTo({ top: 0, behavior: 'instant' }), [page]);
  return (
    <main className="kitchen" data-dish={dishSize} style={{ '--dish': `${dishSize / 16}rem` } as CSSProperties}>
      <h1 className="unseen">{t('kitchen.title')}</h1>
      <KitchenBar tab={tab} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section ref={tickets} className="tickets" data-counter={isCounter || undefined} tabIndex={0} aria-label={t('kitchen.title')}>
        {columns.map((places, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their index; a new dish size draws tickets again, without the heights fixed while the screen was tapped
          <div key={`${column} ${dishSize}`} className="tickets-column">
            {places.map((place) => (
              <Slot key={place.order.id} place={place}>
                <Ticket order={place.order} tab={tab} />
              </Slot>
            ))}
          </div>
        ))}
        {columns.length === 0 && <NoTickets tab={tab} />}
      </section>
      <AllDay tab={tab} />
    </main>
  );
}

function useRoom(tickets: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const one = tickets.current;
    if (!one) return;
    const tell = () => {
      const px = (property: 'fontSize' | 'paddingInlineStart' | 'paddingInlineEnd' | 'paddingTop' | 'paddingBottom', of: Element = one) =>
        Number.parseFloat(getComputedStyle(of)[property]) || 0;
      const scale = (px('fontSize', document.documentElement) || 16) / 16;
      setRoom({
        width: (one.clientWidth - px('paddingInlineStart') - px('paddingInlineEnd')) / scale,
        height: Math.max(LEAST_HEIGHT, (one.clientHeight - px('paddingTop') - px('paddingBottom')) / scale),
      });
    };
    const seen = new ResizeObserver(tell);
    seen.observe(one);
    tell();
    return () => {
      seen.disconnect();
      setRoom(null);
    };
  }, [tickets]);
}
