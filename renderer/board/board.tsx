/** The board: columns of order cards, and a rail with empty columns, folded columns and ended orders. */
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Layout, lanesOf, type Zone as Name } from '../layout/layout.ts';
import { type Places, present } from '../state/places.ts';
import { useSeveralVenues, useUiState } from '../state/ui-state.ts';
import { layOutMeasured, setRoom, useBoardLayout, useBoardPlaces, useZones } from '../state/use-places.ts';
import { t } from '../words.ts';
import { EmptyColumn } from './nothing-yet.tsx';
import { Ended } from './rail/ended.tsx';
import { Rail } from './rail/rail.tsx';
import { TabbedBoard } from './tabbed-board.tsx';
import { Zone } from './zone.tsx';
import './board.css';

export function Board() {
  const places = useBoardPlaces();
  const layout = useBoardLayout();
  const zones = useZones();
  const manyVenues = useSeveralVenues();
  const board = useRoom();
  const [first] = zones;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured whenever other cards are drawn
  useLayoutEffect(() => {
    if (layout !== null) layOutMeasured();
  }, [layout, places]);
  return (
    <main className="board-screen">
      <h1 className="unseen">{t('board.title')}</h1>
      <div ref={board} className="board" data-kind={layout?.kind} style={layout?.kind === 'columns' ? cardsOf(layout.card) : undefined}>
        {layout?.kind === 'tabs' && <TabbedBoard places={places} layout={layout} showVenue={manyVenues} />}
        {layout?.kind === 'columns' && (
          <>
            {first && zones.every((name) => present(places[name]).length === 0) && <EmptyColumn name={first} />}
            <Zones zones={zones} places={places} layout={layout} showVenue={manyVenues} />
            <div className="side" data-keeps-place="">
              {zones
                .filter((name) => lanesOf(layout, name) === 0)
                .map((name) => (
                  <Rail key={name} name={name} places={places[name]} />
                ))}
              <Ended places={places.ended} as="rail" />
            </div>
          </>
        )}
      </div>
    </main>
  );
}

interface ZonesProps {
  zones: readonly Name[];
  places: Places;
  layout: Extract<Layout, { kind: 'columns' }>;
  showVenue: boolean;
}

function Zones({ zones, places, layout, showVenue }: ZonesProps) {
  const draw = (name: Name) => <Zone key={name} name={name} places={places[name]} columns={layout.columns[name]} showVenue={showVenue} />;
  const isShared = (name: Name) => layout.shared && (name === 'ready' || name === 'scheduled');
  return (
    <>
      {zones.filter((name) => lanesOf(layout, name) > 0 && !isShared(name)).map(draw)}
      {layout.shared && <div className="shared">{zones.filter(isShared).map(draw)}</div>}
    </>
  );
}

const cardsOf = (width: number) => ({ '--card-width': `${width / 16}rem` }) as CSSProperties;

/** Gives the layout the board's size, edges included, CSS px at the usual size. */
function useRoom() {
  const board = useRef<HTMLDivElement>(null);
  const size = useUiState((counter) => counter.held?.state.app.app?.screen.size);
  const [box, setBox] = useState<ResizeObserverSize | null>(null);
  useEffect(() => {
    if (!board.current) return;
    const seen = new ResizeObserver((entries) => setBox(entries.at(-1)?.borderBoxSize[0] ?? null));
    seen.observe(board.current);
    return () => seen.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the letters decides how much fits
  useEffect(() => {
    if (!box) return;
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    setRoom({ width: box.inlineSize / scale, height: box.blockSize / scale });
  }, [box, size]);
  return board;
}
