/** Watches whether staff can hear orders although the main screen is silent. */
import { ringsForOrders, type TabletView } from '../../contract/contract.ts';
import type { Time } from '../../shared/time/time.ts';

const LOOK_MS = 5_000;
/** Longer than a station takes to reconnect. */
const UNHEARD_AFTER_MS = 60_000;

export function connectedRinging(tablets: readonly TabletView[]): TabletView[] {
  return tablets.filter((tablet) => tablet.isHere && ringsForOrders(tablet));
}

export function watchUnheard(options: {
  isHeard: () => boolean;
  /** Whether orders are open or may come. */
  isNeeded: () => boolean;
  onChange: (isUnheard: boolean) => void;
  time: Time;
  onDefect: (error: unknown) => void;
}): () => void {
  const { time } = options;
  let heardAt = time.monotonic();
  let isUnheard = false;
  function look(): void {
    if (options.isHeard()) heardAt = time.monotonic();
    const next = time.monotonic() - heardAt >= UNHEARD_AFTER_MS && options.isNeeded();
    if (next === isUnheard) return;
    isUnheard = next;
    options.onChange(isUnheard);
  }
  return time.every(LOOK_MS, look, options.onDefect);
}
