/** Updates the screen of canceled orders, except while it's tapped. Outside React, so that places are kept. */
import { create } from 'zustand';
import { stoppedOrders } from '../state/board.ts';
import { ordersIn, readUiState, useUiState } from '../state/ui-state.ts';
import { readHands, useHands } from '../touch/hands.ts';
import { NO_STOPS, nextStops, type Stops } from './stops.ts';

export const useStops = create<Stops>(() => NO_STOPS);

export function startStops(): void {
  const follow = () => {
    const now = readUiState();
    const before = useStops.getState();
    const waiting = stoppedOrders(ordersIn(now), now.muted);
    if (waiting.length > 0 || before.places.length > 0) useStops.setState(nextStops(before, waiting, readHands().on));
  };
  useUiState.subscribe((now, before) => {
    if (ordersIn(now) !== ordersIn(before) || now.muted !== before.muted) follow();
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) follow();
  });
}
