/** The kitchen display: only what is cooked and what stands ready, large, with one gesture to bump an order on. */
import { type PointerEvent, useRef } from 'react';
import type { OrderCard } from '../../contract/contract.ts';
import { Slot } from '../board/slot.tsx';
import { Card } from '../order/order-card.tsx';
import { act, touch } from '../state/order-commands.ts';
import { present } from '../state/places.ts';
import { useBoardPlaces } from '../state/use-places.ts';
import { words } from '../words.ts';
import './kitchen.css';

const SHOWN = ['preparing', 'ready'] as const;
/** A swipe is at least this long, CSS pixels, and much more sideways than down. */
const SWIPE_PX = 90;

export function Kitchen() {
  const places = useBoardPlaces();
  return (
    <main className="kitchen">
      <h1 className="unseen">{words.kitchen.title}</h1>
      {SHOWN.map((name) => (
        <section
          key={name}
          className="column"
          data-column={name}
          aria-label={words.board.countOf(words.board.columns[name], present(places[name]).length)}
        >
          <h2 className="column-head">
            <span>{words.board.columns[name]}</span>
            <span className="column-count">{present(places[name]).length}</span>
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
          <section className="column-cards" tabIndex={0} aria-label={words.board.columns[name]}>
            {places[name].map((place) => (
              <Slot key={place.order.id} place={place}>
                <Bumped order={place.order} />
              </Slot>
            ))}
            {places[name].length === 0 && <p className="column-empty">{words.board.empty[name].title}</p>}
          </section>
        </section>
      ))}
    </main>
  );
}

/** A swipe to the side, or a double touch, does the order's next step; the undo stands on the card. */
function Bumped({ order }: { order: OrderCard }) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const next = order.actions.find(({ name }) => name === 'ready' || name === 'delivered');
  const bump = () => {
    if (!next) return;
    touch(order);
    act(order, next.name, null);
  };
  const lift = (event: PointerEvent) => {
    const start = from.current;
    from.current = null;
    if (!start) return;
    const along = Math.abs(event.clientX - start.x);
    if (along >= SWIPE_PX && along > 2 * Math.abs(event.clientY - start.y)) bump();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the gesture is one more way; the button and the keys do the same
    <div
      className="bumped"
      onPointerDown={({ clientX: x, clientY: y }) => {
        from.current = { x, y };
      }}
      onPointerUp={lift}
      onDoubleClick={(event) => {
        if (event.target instanceof HTMLElement && !event.target.closest('button')) bump();
      }}
    >
      <Card order={order} showVenue={false} />
    </div>
  );
}
