/** The clock, with one tick a second for all that depends on the time. */
import { getLocalTimeZone } from '@internationalized/date';
import { create } from 'zustand';
import { readMomentsAt } from '../words.ts';
import { readUiState, type UiState, useUiState } from './ui-state.ts';

/** How far Tillbridge's computer is ahead of this device, ms. */
let counterAheadMs = 0;
/** Smaller differences between the clocks are network delay, ms. */
const SAME_CLOCK_MS = 1_000;

/** Clock of Tillbridge's computer, epoch ms. A tablet's own may be wrong. */
export const counterNow = (): number => Date.now() + counterAheadMs;

/** `at`: time of Tillbridge's computer, epoch ms. */
export function learnTime(at: number): void {
  const ahead = at - Date.now();
  if (Math.abs(ahead - counterAheadMs) < SAME_CLOCK_MS) return;
  counterAheadMs = ahead;
  useTick.setState({ now: counterNow() });
}

const useTick = create<{ now: number }>(() => ({ now: counterNow() }));

/** Called once at page start. Ticks follow the full second, so that all timers change together. */
export function startClock(): void {
  readMomentsAt(() => ({ now: counterNow(), timeZone: getLocalTimeZone() }));
  const tick = () => {
    const now = counterNow();
    useTick.setState({ now });
    setTimeout(tick, 1000 - (now % 1000) + 5);
  };
  tick();
  // Timers of hidden pages are throttled, so a page that's shown again ticks at once.
  document.addEventListener('visibilitychange', () => useTick.setState({ now: counterNow() }));
}

export function onTick(follow: () => void): () => void {
  return useTick.subscribe(follow);
}

const offsetIn = ({ held }: UiState): number => held?.state.app.app?.clockOffsetMs ?? 0;

/** The service's clock, epoch ms. */
export const serviceNow = (): number => counterNow() + offsetIn(readUiState());

export const useNow = () => useTick((tick) => tick.now);

/**
 * The service's clock, epoch ms; renders only at half minutes from `at` (ISO UTC), when minute texts change (time/texts.ts). 200 cards
 * shouldn't render every second.
 */
export function useServiceMinute(at: string | null): number {
  const offset = useUiState(offsetIn);
  const aim = at === null ? 0 : Date.parse(at);
  useTick(({ now }) => Math.floor((now + offset - aim) / 30_000));
  return useTick.getState().now + offset;
}

/** Derives a value from the service's clock (epoch ms); renders only when it changes. */
export function useOfServiceNow<T extends string | boolean | null>(of: (now: number) => T): T {
  const offset = useUiState(offsetIn);
  return useTick(({ now }) => of(now + offset));
}

/** The service's clock, epoch ms. All times from main use it. */
export function useServiceNow(): number {
  const offset = useUiState(offsetIn);
  return useNow() + offset;
}
