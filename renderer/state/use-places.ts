/** The places of orders on this screen. They follow main's state, except while the screen is tapped. */
import { create } from 'zustand';
import type { Column } from '../../contract/contract.ts';
import { type BoardSize, isForOne, joined, type Layout, layoutFor, ZONES, type Zone } from '../layout/layout.ts';
import { type Measured, measureCards } from '../layout/measure-cards.ts';
import { REST_MS, readHands, useHands } from '../touch/hands.ts';
import { columnsOf } from './board.ts';
import { hasGoneOrder, type Places, placesAfter } from './places.ts';
import { cardsIn, isInSetUp, readUiState, useUiState } from './ui-state.ts';

interface OnBoard {
  places: Places;
  layout: Layout | null;
}

const NOWHERE: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
const useOnBoard = create<OnBoard>(() => ({ places: NOWHERE, layout: null }));

export const useBoardPlaces = () => useOnBoard(({ places }) => places);
export const useBoardLayout = () => useOnBoard(({ layout }) => layout);
/** The columns of this page: a station may be limited to some. */
export function useZones(): readonly Zone[] {
  const limited = useUiState((counter) => counter.station?.zones ?? null);
  return limited === null ? ZONES : ZONES.filter((zone) => limited.includes(zone));
}
/** The column that a board with tabs shows: the first one unless staff chose another. */
export function useBoardTab(): Column {
  const zones = useZones();
  const chosen = useUiState((counter) => counter.boardTab);
  return chosen === 'ended' || zones.includes(chosen) ? chosen : (zones[0] ?? 'ended');
}
/** Whether the screen shows new orders one at a time. */
export function useIsForOne(): boolean {
  const layout = useBoardLayout();
  const tab = useBoardTab();
  const isBoard = useUiState((counter) => counter.screen === 'board' && !isInSetUp(counter));
  return isBoard && tab === 'new' && isForOne(layout);
}

export const readPlaces = () => useOnBoard.getState().places;

/** Size of the board, CSS px at the usual size; null before the first render. */
let room: BoardSize | null = null;
let drawn = false;
/** When an order last left an empty place, which stays for a while, so that staff find where the order was. */
let leftAt = Number.NEGATIVE_INFINITY;
/** Layout from before cards of unknown height were placed; it's the base again once they're measured. */
let beforeGuess: Layout | null = null;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Called by the board when drawn or resized. Strips change only its height: cards then move once the screen is at rest. */
export function setRoom(next: BoardSize): void {
  const isOther = room?.width !== next.width;
  room = next;
  if (isOther) settle();
  else settleAtRest();
}

/** Called after rendering: corrects estimated heights before they are visible. */
export function layOutMeasured(): void {
  if (!isKept()) layOut();
}

/** A height changed: lays out once the screen is at rest. */
export function settleAtRest(): void {
  clearTimeout(rest);
  rest = setTimeout(settle, REST_MS);
}

function isSeen(): boolean {
  const { screen, view } = readUiState();
  return screen === 'board' || view === 'kitchen';
}

function isKept(): boolean {
  return (readHands().on || Date.now() - leftAt < REST_MS) && isSeen() && useOnBoard.getState().layout !== null;
}

export function startPlaces(): void {
  useUiState.subscribe((now, before) => {
    if (now.held?.state.orders !== before.held?.state.orders || now.screen !== before.screen) settle();
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle();
  });
  settle();
}

function settle(): void {
  const now = readUiState();
  const columns = columnsOf(cardsIn(now));
  if (drawn && ZONES.some((zone) => hasGoneOrder(readPlaces()[zone], columns[zone]))) leftAt = Date.now();
  const keep = isKept();
  const places = placesAfter(readPlaces(), columns, { keep, sort: !isSeen() || !drawn });
  drawn = now.held !== null;
  useOnBoard.setState({ places });
  layOut();
  if (keep && !readHands().on) settleAtRest();
}

function layOut(): void {
  if (room === null) return;
  const { places, layout } = useOnBoard.getState();
  const cards = cardsOf(places);
  const keep = layout !== null && isKept();
  const before = beforeGuess ?? layout;
  const next = keep ? joined(room, cards, layout) : layoutFor(room, cards, before);
  const isGuessed = ZONES.some((zone) => cards[zone].some(({ isGuess }) => isGuess));
  beforeGuess = isGuessed && !keep ? before : null;
  // Sets the layout only if it changed: needless rendering delays taps.
  if (JSON.stringify(next) !== JSON.stringify(layout)) useOnBoard.setState({ layout: next });
}

function cardsOf(places: Places): Record<Zone, Measured[]> {
  const of = (zone: Zone) => measureCards(`.board [data-column="${zone}"]`, places[zone]);
  return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
}
