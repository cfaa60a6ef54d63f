/** The places of all orders on this screen, kept in step with the bridge's state, with the hands on the screen, and with time. */
import { create } from 'zustand';
import { readHands, useHands } from '../touch/hands.ts';
import { columnsOf } from './board.ts';
import { readCounter, useCounter } from './counter.ts';
import { type Places, placesAfter } from './places.ts';

/** A screen that nobody has used for so long puts the most pressing order first again, ms. */
const SORT_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 1_000;

const NOWHERE: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
const usePlaces = create<{ places: Places; drawn: boolean }>(() => ({ places: NOWHERE, drawn: false }));

export const useBoardPlaces = () => usePlaces(({ places }) => places);
export const readPlaces = () => usePlaces.getState().places;

/** Starts following; called once, when the page starts. */
export function startPlaces(): void {
  const settle = () => {
    const { held, screen, view } = readCounter();
    const { on, usedAt } = readHands();
    // Where the board is not on the screen nobody's hand is near it.
    const isSeen = screen === 'board' || view === 'kitchen';
    const sort = !isSeen || !usePlaces.getState().drawn || Date.now() - usedAt >= SORT_AFTER_MS;
    const places = placesAfter(readPlaces(), columnsOf(held?.state.orders ?? {}), { keep: on && isSeen, sort });
    usePlaces.setState({ places, drawn: held !== null });
  };
  useCounter.subscribe((now, before) => {
    if (now.held?.state.orders !== before.held?.state.orders || now.screen !== before.screen) settle();
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle();
  });
  setInterval(() => {
    if (!readHands().on && Date.now() - readHands().usedAt >= SORT_AFTER_MS && isUnsorted()) settle();
  }, LOOK_EVERY_MS);
  settle();
}

function isUnsorted(): boolean {
  const places = readPlaces();
  const columns = columnsOf(readCounter().held?.state.orders ?? {});
  return Object.entries(columns).some(([name, orders]) =>
    orders.some((order, place) => places[name as keyof Places][place]?.order.id !== order.id),
  );
}
