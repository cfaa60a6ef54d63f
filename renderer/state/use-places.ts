/** The places of all orders on this screen, following the bridge's state, but not while someone touches the screen. */
import { create } from 'zustand';
import { GAP, type InLane, type Layout, laneOf, layoutFor, type Need, type Room, type Zone } from '../board/layout.ts';
import { measureCards } from '../board/measure-cards.ts';
import { readHands, useHands } from '../touch/hands.ts';
import { columnsOf } from './board.ts';
import { readCounter, useCounter } from './counter.ts';
import { type Places, placesAfter, present } from './places.ts';

interface OnBoard {
  places: Places;
  /** Null until the board has been drawn and its room is known. */
  layout: Layout | null;
  /** In which column of cards an order stands, by order id; of each zone. */
  lanes: Record<Zone, ReadonlyMap<string, number>>;
}

const NOWHERE: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
const NO_LANES = { new: new Map<string, number>(), preparing: new Map<string, number>() };
const useOnBoard = create<OnBoard>(() => ({ places: NOWHERE, layout: null, lanes: NO_LANES }));

export const useBoardPlaces = () => useOnBoard(({ places }) => places);
export const useBoardLayout = () => useOnBoard(({ layout }) => layout);
export const useLanes = (zone: Zone) => useOnBoard(({ lanes }) => lanes[zone]);
export const readPlaces = () => useOnBoard.getState().places;

/** What the board has to stand in, CSS pixels at the usual size; null before one was drawn. */
let room: Room | null = null;
let drawn = false;

/**
 * The board tells its room when it is drawn, and whenever that changes. Strips above the board come and go: the most height that was there at
 * this width counts, so that no card moves to another column for them.
 */
export function setRoom({ width, height }: Room): void {
  const isOther = room?.width !== width;
  room = { width, height: isOther ? height : Math.max(height, room?.height ?? 0) };
  if (isOther && !isKept()) useOnBoard.setState(({ places }) => laidOut(places, null));
}

/** The board calls this when it has drawn its first cards: measured, they are laid out again before anyone sees them. */
export function layOutMeasured(): void {
  if (isKept()) return;
  useOnBoard.setState({ lanes: NO_LANES });
  useOnBoard.setState(({ places }) => laidOut(places, null));
}

/** Where the board is not on the screen no one's hand is near it. */
function isSeen(): boolean {
  const { screen, view } = readCounter();
  return screen === 'board' || view === 'kitchen';
}

/** Nothing moves while someone touches. */
function isKept(): boolean {
  return readHands().on && isSeen() && useOnBoard.getState().layout !== null;
}

/** Starts following; called once, when the page starts. */
export function startPlaces(): void {
  const settle = () => {
    const { held } = readCounter();
    const keep = isKept();
    const places = placesAfter(readPlaces(), columnsOf(held?.state.orders ?? {}), { keep, sort: !isSeen() || !drawn });
    drawn = held !== null;
    const { layout } = useOnBoard.getState();
    useOnBoard.setState(keep ? { places, lanes: lanesOf(cardsOf(places), layout) } : laidOut(places, layout));
  };
  useCounter.subscribe((now, before) => {
    if (now.held?.state.orders !== before.held?.state.orders || now.screen !== before.screen) settle();
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle();
  });
  settle();
}

function laidOut(places: Places, before: Layout | null): OnBoard {
  const cards = cardsOf(places);
  const needs = {
    new: needOf(cards.new),
    preparing: needOf(cards.preparing),
    side: present(places.ready).length + present(places.scheduled).length,
  };
  const layout = room === null ? null : layoutFor(room, needs, before);
  return { places, layout, lanes: lanesOf(cards, layout) };
}

function needOf(cards: readonly InLane[]): Need {
  return { orders: cards.length, height: cards.reduce((sum, { height }) => sum + height + GAP, 0) };
}

/** A zone that is laid out anew is filled anew; else each card stays in its column of cards. */
function lanesOf(cards: Record<Zone, InLane[]>, layout: Layout | null): OnBoard['lanes'] {
  const now = useOnBoard.getState();
  const of = (zone: Zone) => {
    const count = countOf(layout, zone);
    return laneOf(cards[zone], count, countOf(now.layout, zone) === count ? now.lanes[zone] : NO_LANES[zone]);
  };
  return { new: of('new'), preparing: of('preparing') };
}

function countOf(layout: Layout | null, zone: Zone): number {
  if (layout === null) return 1;
  return layout.kind === 'tabs' ? layout.lanes : layout.lanes[zone];
}

function cardsOf(places: Places): Record<Zone, InLane[]> {
  const cards = measureCards([...places.new, ...places.preparing]);
  return { new: cards.slice(0, places.new.length), preparing: cards.slice(places.new.length) };
}
