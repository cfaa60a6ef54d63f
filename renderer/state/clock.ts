/** One tick a second for everything that depends on the time. */
import { getLocalTimeZone } from '@internationalized/date';
import { create } from 'zustand';
import { readMomentsAt } from '../words.ts';
import { readCounter, useApp } from './counter.ts';

/** What the clock of the counter's computer is ahead of this one, ms: 0 on that computer itself. */
let counterAheadMs = 0;
/** What a frame takes on its way is no wrong clock, ms. */
const SAME_CLOCK_MS = 1_000;

/** The clock of the counter's computer, epoch ms: on a tablet, whose own may be wrong, as the bridge tells. */
export const counterNow = (): number => Date.now() + counterAheadMs;

/** The bridge says what time it is at the counter's computer, epoch ms. */
export function learnTime(at: number): void {
  const ahead = at - Date.now();
  if (Math.abs(ahead - counterAheadMs) < SAME_CLOCK_MS) return;
  counterAheadMs = ahead;
  useTick.setState({ now: counterNow() });
}

const useTick = create<{ now: number }>(() => ({ now: counterNow() }));

/** Starts the tick; called once, when the page starts. Ticks stand just after the full second, so that all rings move together. */
export function startClock(): void {
  readMomentsAt(() => ({ now: counterNow(), timeZone: getLocalTimeZone() }));
  const tick = () => {
    const now = counterNow();
    useTick.setState({ now });
    setTimeout(tick, 1000 - (now % 1000) + 5);
  };
  tick();
  // A screen that was hidden shows the right time at once.
  document.addEventListener('visibilitychange', () => useTick.setState({ now: counterNow() }));
}

/** Calls `follow` at every tick, outside what is drawn. */
export function onTick(follow: () => void): () => void {
  return useTick.subscribe(follow);
}

/** The service's clock at this moment, ms. */
export const serviceNow = (): number => counterNow() + (readCounter().held?.state.app.app?.clockOffsetMs ?? 0);

/** The clock of the counter's computer, ms. */
export const useNow = () => useTick((tick) => tick.now);

/**
 * The service's clock, ms, drawn again only when half a minute to or from `at` (ISO UTC) has passed: two hundred cards need not be
 * drawn every second for words that change once a minute, at the half of one (time/texts.ts).
 */
export function useServiceMinute(at: string | null): number {
  const offset = useApp()?.clockOffsetMs ?? 0;
  const aim = at === null ? 0 : Date.parse(at);
  useTick(({ now }) => Math.floor((now + offset - aim) / 30_000));
  return useTick.getState().now + offset;
}

/** What `of` makes of the service's clock (ms), drawn again only when that changes. */
export function useOfServiceNow<T extends string | boolean | null>(of: (now: number) => T): T {
  const offset = useApp()?.clockOffsetMs ?? 0;
  return useTick(({ now }) => of(now + offset));
}

/** The service's clock, ms: what every time that comes from the bridge is measured on. */
export function useServiceNow(): number {
  const offset = useApp()?.clockOffsetMs ?? 0;
  return useNow() + offset;
}
