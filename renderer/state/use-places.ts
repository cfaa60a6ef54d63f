/** The places of all orders on this screen, following the bridge's state, but not while someone may be reaching for one of them. */
import { create } from 'zustand';
import { joined, type Layout, layoutFor, type Room, ZONES, type Zone } from '../layout/layout.ts';
import { type Measured, measureCards } from '../layout/measure-cards.ts';
import { REST_MS, readHands, useHands } from '../touch/hands.ts';
import { columnsOf } from './board.ts';
import { readCounter, useCounter } from './counter.ts';
import { hasLeft, type Places, placesAfter } from './places.ts';

interface OnBoard {
  places: Places;
  /** Null until the board has been drawn and its room is known. */
  layout: Layout | null;
}

const NOWHERE: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
const useOnBoard = create<OnBoard>(() => ({ places: NOWHERE, layout: null }));

export const useBoardPlaces = () => useOnBoard(({ places }) => places);
export const useBoardLayout = () => useOnBoard(({ layout }) => layout);
export const readPlaces = () => useOnBoard.getState().places;

/** What the board has to stand in, CSS pixels at the usual size; null before one was drawn. */
let room: Room | null = null;
let drawn = false;
/** When the last order left its place: the eye that looks for it finds the gap. */
let leftAt = Number.NEGATIVE_INFINITY;
/** What stood before cards came whose height isn't known: once they are measured nothing stays as it was guessed. */
let beforeGuess: Layout | null = null;
let rest: ReturnType<typeof setTimeout> | undefined;

/** The board tells its room when it is drawn, and whenever that changes. Strips above it come and go: cards move for them at a rest. */
export function setRoom(next: Room): void {
  const isOther = room?.width !== next.width;
  room = next;
  if (isOther) settle();
  else settleAtRest();
}

/** The board calls this when it has drawn its cards: those that are higher than was believed are laid out again before anyone sees them. */
export function layOutMeasured(): void {
  if (!isKept()) layOut();
}

/** A card got higher or lower, or the board did: all is laid out again once no one has touched it for a while. */
export function settleAtRest(): void {
  clearTimeout(rest);
  rest = setTimeout(settle, REST_MS);
}

/** Where the board is not on the screen no one's hand is near it. */
function isSeen(): boolean {
  const { screen, view } = readCounter();
  return screen === 'board' || view === 'kitchen';
}

/** Nothing moves while someone touches, or where a place has just become free. */
function isKept(): boolean {
  return (readHands().on || Date.now() - leftAt < REST_MS) && isSeen() && useOnBoard.getState().layout !== null;
}

/** Starts following; called once, when the page starts. */
export function startPlaces(): void {
  useCounter.subscribe((now, before) => {
    if (now.held?.state.orders !== before.held?.state.orders || now.screen !== before.screen) settle();
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle();
  });
  settle();
}

function settle(): void {
  const { held } = readCounter();
  const columns = columnsOf(held?.state.orders ?? {});
  if (drawn && ZONES.some((zone) => hasLeft(readPlaces()[zone], columns[zone]))) leftAt = Date.now();
  const keep = isKept();
  const places = placesAfter(readPlaces(), columns, { keep, sort: !isSeen() || !drawn });
  drawn = held !== null;
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
  // What is drawn anew without need costs the time of a touch.
  if (JSON.stringify(next) !== JSON.stringify(layout)) useOnBoard.setState({ layout: next });
}

function cardsOf(places: Places): Record<Zone, Measured[]> {
  const of = (zone: Zone) => measureCards(`.board [data-column="${zone}"]`, places[zone]);
  return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
}
