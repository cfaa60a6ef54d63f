/** The kitchen display: tickets in fixed columns, and totals of dishes below. */
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { EVERYTHING } from '../../../contract/contract.ts';
import { Slot } from '../../order/slot.tsx';
import { showMore, useOutOfSight } from '../../parts/use-out-of-sight.ts';
import { t } from '../../words.ts';
import { AllDay } from './all-day.tsx';
import { useDishSize } from './dish-size.ts';
import { KitchenBar } from './kitchen-bar.tsx';
import { Ticket } from './ticket/ticket.tsx';
import { useTab } from './use-tab.ts';
import { layOutMeasured, setWidth, useColumns } from './use-tickets.ts';
import './kitchen.css';
import './ticket/ticket.css';

export function Kitchen() {
  const tab = useTab();
  const columns = useColumns();
  const dishSize = useDishSize();
  const tickets = useRef<HTMLElement>(null);
  useWidth(tickets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: laid out again for each of these
  useLayoutEffect(layOutMeasured, [tab, dishSize, columns.length]);
  const shown = columns.flat().map(({ order }) => order);
  const hidden = useOutOfSight(tickets, shown, dishSize);
  return (
    <main className="kitchen" data-dish={dishSize} style={{ '--dish': `${dishSize / 16}rem` } as CSSProperties}>
      <h1 className="unseen">{t('kitchen.title')}</h1>
      <KitchenBar tab={tab} hidden={hidden} onMore={() => showMore(tickets.current)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section ref={tickets} className="tickets" tabIndex={0} aria-label={t('kitchen.title')}>
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
        {shown.length === 0 && <p className="tickets-none">{tab === EVERYTHING ? t('board.empty.preparing.title') : t('kitchen.quiet')}</p>}
      </section>
      <AllDay tab={tab} />
    </main>
  );
}

function useWidth(tickets: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const one = tickets.current;
    if (!one) return;
    const tell = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const style = getComputedStyle(one);
      const inner = one.clientWidth - Number.parseFloat(style.paddingInlineStart) - Number.parseFloat(style.paddingInlineEnd);
      setWidth((inner * 16) / rem);
    };
    const seen = new ResizeObserver(tell);
    seen.observe(one);
    tell();
    return () => {
      seen.disconnect();
      setWidth(null);
    };
  }, [tickets]);
}
