/** The board: what waits, what cooks, what stands ready and what is for later, each in a column of its own. */
import { Card } from '../order/order-card.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { setCounter, useCounter, useTopic } from '../state/counter.ts';
import { type Place, present } from '../state/places.ts';
import { useBoardPlaces } from '../state/use-places.ts';
import { isWayIn } from '../status/signs.ts';
import { useIsAudible } from '../status/use-is-audible.ts';
import { useSigns } from '../status/use-signs.ts';
import { words } from '../words.ts';
import { Ended } from './ended.tsx';
import { Queue } from './queue.tsx';
import { Slot } from './slot.tsx';
import './board.css';

const SHOWN = ['new', 'preparing', 'ready', 'scheduled'] as const;

const icon: Record<(typeof SHOWN)[number], IconName> = { new: 'bell', preparing: 'clock', ready: 'check', scheduled: 'calendar' };

export function Board() {
  const places = useBoardPlaces();
  const manyVenues = Object.keys(useTopic('venues')).length > 1;
  return (
    <main className="board-screen">
      <h1 className="unseen">{words.board.title}</h1>
      <div className="board">
        {SHOWN.map((name) => (
          <BoardColumn key={name} name={name} places={places[name]} showVenue={manyVenues} />
        ))}
      </div>
      <Ended places={places.ended} />
    </main>
  );
}

function BoardColumn({ name, places, showVenue }: { name: (typeof SHOWN)[number]; places: Place[]; showVenue: boolean }) {
  const orders = present(places);
  const title = words.board.columns[name];
  return (
    <section className="column" data-column={name} aria-label={words.board.countOf(title, orders.length)}>
      <h2 className="column-head">
        <Icon name={icon[name]} />
        <span>{title}</span>
        {name === 'new' && (
          <button type="button" className="button quiet head-button" onClick={() => setCounter({ rushOpen: true })}>
            <Icon name="flame" />
            {words.rush.open}
          </button>
        )}
        <span className="column-count">{orders.length}</span>
      </h2>
      {name === 'new' && (
        <div data-keeps-place="">
          <Queue places={places} />
        </div>
      )}
      {places.length === 0 ? (
        <EmptyColumn name={name} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
        <section className="column-cards" tabIndex={0} aria-label={title}>
          {places.map((place) => (
            <Slot key={place.order.id} place={place}>
              <Card order={place.order} showVenue={showVenue} />
            </Slot>
          ))}
        </section>
      )}
    </section>
  );
}

function EmptyColumn({ name }: { name: (typeof SHOWN)[number] }) {
  const { title, hint } = words.board.empty[name];
  return (
    <p className="column-empty">
      <Icon name={icon[name]} />
      <strong>{title}</strong>
      {name === 'new' ? <WhetherOneComes /> : <span>{hint}</span>}
    </p>
  );
}

/** An empty column promises what is true now: a sound only where one would be heard, an order only where one would come. */
function WhetherOneComes() {
  const { hint, mayNotCome, silent } = words.board.empty.new;
  const isAudible = useIsAudible();
  const signs = useSigns();
  const linked = useCounter((counter) => counter.linked);
  if (!linked || signs.some((sign) => isWayIn(sign) && (sign.mood === 'bad' || (sign.id === 'receiver' && sign.mood !== 'good'))))
    return <span>{mayNotCome}</span>;
  return <span>{isAudible ? hint : silent}</span>;
}
