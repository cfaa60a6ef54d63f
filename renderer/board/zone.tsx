/** A column of the board: its head, and its orders in columns of cards. A card never changes to another column of cards. */
import { type CSSProperties, useRef } from 'react';
import type { Column } from '../../contract/contract.ts';
import { Card } from '../order/order-card.tsx';
import { useCounter } from '../state/counter.ts';
import { type Place, present } from '../state/places.ts';
import { useLanes } from '../state/use-places.ts';
import { t } from '../words.ts';
import { isFound } from './find/found.ts';
import type { Zone as LaidOut } from './layout.ts';
import { Slot } from './slot.tsx';
import { useBelow } from './use-below.ts';
import { ZoneHead } from './zone-head.tsx';
import './zone.css';

interface ZoneProps {
  name: Exclude<Column, 'ended'>;
  places: Place[];
  lanes: number;
  showVenue: boolean;
}

export function Zone({ name, places, lanes, showVenue }: ZoneProps) {
  const orders = present(places);
  const title = t(`board.columns.${name}`);
  const cards = useRef<HTMLElement>(null);
  const below = useBelow(cards, orders);
  return (
    <section
      className="column"
      data-column={name}
      style={lanesOf(lanes)}
      aria-label={t('board.countOf', { column: title, count: orders.length })}
    >
      <ZoneHead name={name} orders={orders} below={below} onMore={() => showMore(cards.current)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section ref={cards} className="column-cards" tabIndex={0} aria-label={title}>
        {name === 'new' || name === 'preparing' ? (
          <Lanes zone={name} places={places} lanes={lanes} showVenue={showVenue} />
        ) : (
          <Lane places={places} showVenue={showVenue} />
        )}
      </section>
    </section>
  );
}

const lanesOf = (lanes: number) => ({ '--lanes': lanes }) as CSSProperties;

function Lanes({ zone, places, lanes, showVenue }: { zone: LaidOut; places: Place[]; lanes: number; showVenue: boolean }) {
  const laneOf = useLanes(zone);
  return Array.from({ length: lanes }, (_, lane) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column of cards is its place
    <Lane key={lane} places={places.filter(({ order }) => (laneOf.get(order.id) ?? 0) === lane)} showVenue={showVenue} />
  ));
}

function Lane({ places, showVenue }: { places: Place[]; showVenue: boolean }) {
  const find = useCounter((counter) => counter.find);
  const kept = useCounter((counter) => counter.findKeeps);
  return (
    <div className="lane">
      {places
        .filter(({ order }) => isFound(order, find, kept))
        .map((place) => (
          <Slot key={place.order.id} place={place}>
            <Card order={place.order} showVenue={showVenue} />
          </Slot>
        ))}
    </div>
  );
}

/** What lies below comes into sight, at once: what glides would move under the next touch. */
function showMore(cards: HTMLElement | null): void {
  cards?.scrollBy({ top: cards.clientHeight * 0.8, behavior: 'instant' });
}
