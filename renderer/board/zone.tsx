/** A column of the board: head and orders. */
import { type CSSProperties, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import type { Zone as Name } from '../layout/layout.ts';
import { Card } from '../order/order-card.tsx';
import { Slot } from '../order/slot.tsx';
import { showMore, useBackToTop, useOutOfSight } from '../parts/use-out-of-sight.ts';
import { type Places, present } from '../state/places.ts';
import { useUiState } from '../state/ui-state.ts';
import { settleAtRest } from '../state/use-places.ts';
import { t } from '../words.ts';
import { isFound } from './find/found.ts';
import { ZoneHead } from './zone-head.tsx';
import './zone.css';

interface ZoneProps {
  name: Name;
  places: Places[Name];
  /** Order IDs by lane, from the top. */
  columns: string[][];
  showVenue: boolean;
  /** Where the column shows one whole order at a time: leads to the others. */
  pager?: ReactNode;
}

export function Zone({ name, places, columns, showVenue, pager }: ZoneProps) {
  const orders = present(places);
  const byId = new Map(places.map((place) => [place.order.id, place]));
  const title = t(`board.columns.${name}`);
  const cards = useRef<HTMLElement>(null);
  const hidden = useOutOfSight(cards, orders);
  useBackToTop(cards);
  const alone = pager === undefined ? undefined : columns[0]?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is shown from its top
  useLayoutEffect(() => {
    // On low screens the column scrolls as a whole.
    for (const one of [cards.current, cards.current?.parentElement]) one?.scrollTo({ top: 0, behavior: 'instant' });
  }, [alone]);
  return (
    <section
      className="column"
      data-column={name}
      style={{ '--lanes': columns.length } as CSSProperties}
      aria-label={t('board.countOf', { column: title, count: orders.length })}
    >
      <ZoneHead name={name} orders={orders} hidden={hidden} onMore={() => showMore(cards.current)} pager={pager} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section ref={cards} className="column-cards" tabIndex={0} aria-label={title}>
        {columns.map((ids, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column of cards is its place
          <Lane key={lane} places={ids.flatMap((id) => byId.get(id) ?? [])} showVenue={showVenue} whole={pager !== undefined} />
        ))}
      </section>
    </section>
  );
}

function Lane({ places, showVenue, whole }: { places: Places[Name]; showVenue: boolean; whole: boolean }) {
  const find = useUiState((counter) => counter.find);
  const kept = useUiState((counter) => counter.findKeeps);
  return (
    <div ref={useSettled()} className="lane">
      {places
        .filter(({ order }) => isFound(order, find, kept))
        .map((place) => (
          <Slot key={place.order.id} place={place}>
            <Card order={place.order} showVenue={showVenue} whole={whole} />
          </Slot>
        ))}
    </div>
  );
}

/** Lays out the board again once the screen is at rest: a card that grew may push others out of view. */
function useSettled() {
  return useCallback((lane: HTMLElement | null) => {
    if (!lane) return;
    const seen = new ResizeObserver(settleAtRest);
    seen.observe(lane);
    return () => seen.disconnect();
  }, []);
}
