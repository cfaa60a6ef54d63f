/** Watches whether staff can hear each venue's orders although the main screen is silent. */
import { ringsForOrders, type TabletView } from '../../contract/contract.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 5_000;
/** Longer than a station takes to reconnect. */
const UNHEARD_AFTER_MS = 60_000;

/** `venueId`: null for any. */
export function connectedRinging(tablets: readonly TabletView[], venueId: string | null): TabletView[] {
  return tablets.filter((tablet) => tablet.isHere && ringsForOrders(tablet, venueId));
}

/** IDs of venues without a connected station that rings. */
export function unheardVenues(tablets: readonly TabletView[], store: Store): string[] {
  const ids = store.venues.all().map(({ id }) => id);
  return ids.filter((id) => connectedRinging(tablets, id).length === 0);
}

export function watchUnheard(options: {
  unheard: () => readonly string[];
  /** Whether its orders are open or may come. */
  isNeeded: (venueId: string) => boolean;
  /** Gets those that are needed. */
  onChange: (venueIds: readonly string[]) => void;
  time: Time;
  onDefect: (error: unknown) => void;
}): () => void {
  const { time } = options;
  let since = new Map<string, number>();
  let shown: readonly string[] = [];
  function look(): void {
    const now = time.monotonic();
    since = new Map(options.unheard().map((id) => [id, since.get(id) ?? now]));
    const next = [...since].flatMap(([id, from]) => (now - from >= UNHEARD_AFTER_MS && options.isNeeded(id) ? [id] : []));
    if (next.join() === shown.join()) return;
    shown = next;
    options.onChange(shown);
  }
  return time.every(LOOK_MS, look, options.onDefect);
}
