/** The board: new and preparing orders in as many columns of cards as fit, with ready, scheduled and finished orders beside them. */
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useCounter, useSeveralVenues } from '../state/counter.ts';
import { type Place, type Places, present } from '../state/places.ts';
import { layOutMeasured, setRoom, useBoardLayout, useBoardPlaces } from '../state/use-places.ts';
import { t } from '../words.ts';
import { NothingYet } from './nothing-yet.tsx';
import { Ended } from './rail/ended.tsx';
import { Rail } from './rail/rail.tsx';
import { TabbedBoard } from './tabbed-board.tsx';
import { Zone } from './zone.tsx';
import './board.css';

const ZONES = ['new', 'preparing'] as const;
const SIDE = ['ready', 'scheduled'] as const;

export function Board() {
  const places = useBoardPlaces();
  const layout = useBoardLayout();
  const manyVenues = useSeveralVenues();
  const board = useRoom();
  const isLaidOut = layout !== null;
  useLayoutEffect(() => {
    if (isLaidOut) layOutMeasured();
  }, [isLaidOut]);
  return (
    <main className="board-screen">
      <h1 className="unseen">{t('board.title')}</h1>
      <div ref={board} className="board" data-kind={layout?.kind} style={layout?.kind === 'columns' ? cardsOf(layout.card) : undefined}>
        {layout?.kind === 'tabs' && <TabbedBoard places={places} lanes={layout.lanes} showVenue={manyVenues} />}
        {layout?.kind === 'columns' && (
          <>
            {isEmpty(places) && <NothingYet />}
            {ZONES.map((zone) =>
              layout.lanes[zone] > 0 ? (
                <Zone key={zone} name={zone} places={places[zone]} lanes={layout.lanes[zone]} showVenue={manyVenues} />
              ) : (
                <div key={zone} className="side" data-side="rail">
                  <Rail name={zone} places={places[zone]} />
                </div>
              ),
            )}
            <Side places={places} as={layout.side} showVenue={manyVenues} />
          </>
        )}
      </div>
    </main>
  );
}

/** What is ready, for later and done: with their cards where there is room, else by their numbers. */
function Side({ places, as, showVenue }: { places: Places; as: 'lane' | 'rail'; showVenue: boolean }) {
  return (
    <div className="side" data-side={as} data-keeps-place="">
      {SIDE.map((name) =>
        as === 'rail' || places[name].length === 0 ? (
          <Rail key={name} name={name} places={places[name]} />
        ) : (
          <Zone key={name} name={name} places={places[name]} lanes={1} showVenue={showVenue} />
        ),
      )}
      <Ended places={places.ended} as={as === 'rail' ? 'rail' : 'list'} />
    </div>
  );
}

const cardsOf = (width: number) => ({ '--card-width': `${width / 16}rem` }) as CSSProperties;

const isEmpty = (places: Record<'new' | 'preparing', Place[]>) => present(places.new).length + present(places.preparing).length === 0;

/** Tells the layout what room the board has, in pixels at the usual size. */
function useRoom() {
  const board = useRef<HTMLDivElement>(null);
  const size = useCounter((counter) => counter.held?.state.app.app?.screen.size);
  const [box, setBox] = useState<DOMRectReadOnly | null>(null);
  useEffect(() => {
    if (!board.current) return;
    const seen = new ResizeObserver((entries) => setBox(entries.at(-1)?.contentRect ?? null));
    seen.observe(board.current);
    return () => seen.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the letters decides how much fits
  useEffect(() => {
    if (!box) return;
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    setRoom({ width: box.width / scale, height: box.height / scale });
  }, [box, size]);
  return board;
}
