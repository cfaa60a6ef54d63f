/** Reads venue status (section 2.6). There is no order list, so only this reveals a lost order. */

import { turn } from '../../shared/time/time.ts';
import { UNANSWERED, type VenueStatus, venueStatus } from '../menu/venue-status.ts';
import { isDecidedStatus } from '../orders/claim.ts';
import type { VenueApi } from '../service/menu/venue-api.ts';
import { isTransient } from '../service/problem.ts';
import type { StatusClaim } from '../store/rows/claim-rows.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import { mapYielding } from '../time/yielding.ts';

const EVERY_MS = 60_000;
const FIRST_MS = 1_000;
/** Ended orders checked; no more can end while a missing order waits. */
const MOST_ENDED = 150;
/** The service tries each notification three times, five seconds apart. */
const LAST_TRY_MS = 15_000;

export interface VenueWatch extends Disposable {
  isOpen(venueId: string): boolean | null;
  /** Section 2.3; null if unknown. */
  acceptsItself(venueId: string): boolean | null;
  /** For instant orders; null if unknown. */
  acceptWithinSeconds(venueId: string): number | null;
  /** `at`: epoch ms on the service's clock. Null if unknown. */
  statusOf(venueId: string): (VenueStatus & { at: number }) | null;
  /** False without an answer. */
  askNow(venueId: string): Promise<boolean>;
}

export function watchVenues(options: {
  store: Store;
  time: Clocks;
  api: Pick<VenueApi, 'status'>;
  /** Whether the status path is configured: then a refusal is reported. */
  isSet: () => boolean;
  /** Whether more orders wait at the service than here. */
  onMissing: (missing: boolean) => void;
  /** Called once if a missing order stops waiting without arriving. */
  onNeverCame: () => void;
  /** Whether the service refuses any venue's status. */
  onRefused: (isRefused: boolean) => void;
  /** The service changed a venue's time to answer. */
  onTimes: () => void;
  onStatus?: (venueId: string, status: VenueStatus, body: object, askedAt: number) => void;
  onDefect: (error: unknown) => void;
}): VenueWatch {
  const { store, api, time } = options;
  const open = new Map<string, boolean>();
  const accepting = new Map<string, boolean>();
  const times = new Map<string, number>();
  const statuses = new Map<string, VenueStatus & { at: number }>();
  /** Venues with more waiting orders at the service than here. `isSure`: no notification can still be under way. */
  const behind = new Map<string, { by: number; since: number; sinceAtService: number; from: number; isSure: boolean }>();

  const refused = new Set<string>();
  const asked = new Set<string>();
  /** Numbers requests, which may overlap: older answers are dropped. */
  let requests = 0;
  const answered = new Map<string, number>();
  let isOver = false;

  /** Asks all at once: a hanging answer must not delay other venues. */
  function look(): void {
    for (const { id, state } of store.venues.all()) {
      if (state !== 'connected' || asked.has(id)) continue;
      asked.add(id);
      void ask(id)
        .catch(options.onDefect)
        .finally(() => asked.delete(id));
    }
  }

  async function ask(venueId: string): Promise<boolean> {
    const askedAt = time.service.now();
    requests += 1;
    const request = requests;
    const answer = await api.status(venueId);
    if (isOver) return false;
    if (!answer.ok) {
      // Temporary errors are reported elsewhere; a refusal stays until the path or ID is fixed.
      if (isTransient(answer.problem)) return false;
      refused.add(venueId);
    } else refused.delete(venueId);
    options.onRefused(options.isSet() && refused.size > 0);
    if (!answer.ok) return false;
    if (request < (answered.get(venueId) ?? 0)) return true;
    answered.set(venueId, request);
    const status = venueStatus(answer.value);
    statuses.set(venueId, { ...status, at: time.service.now() });
    if (status.isOpen !== null) open.set(venueId, status.isOpen);
    if (status.acceptsItself !== null) accepting.set(venueId, status.acceptsItself);
    const within = status.acceptWithinSeconds;
    const isOtherTime = within !== (times.get(venueId) ?? null);
    if (within === null) times.delete(venueId);
    else times.set(venueId, within);
    options.onStatus?.(venueId, status, answer.value, askedAt);
    const there = status.lastOrders.filter((one) => UNANSWERED.has(one)).length;
    await compare(venueId, there);
    if (isOver) return true;
    if (isOtherTime) options.onTimes();
    options.onMissing([...behind.values()].some(({ isSure }) => isSure));
    return true;
  }

  async function compare(venueId: string, there: number): Promise<void> {
    const here =
      store.orders.open().filter(({ order }) => order.venueId === venueId && UNANSWERED.has(order.status)).length +
      unreadOf(venueId).filter(({ status }) => !isDecidedStatus(status)).length;
    const known = behind.get(venueId);
    if (there > here) {
      const at = time.monotonic();
      const since = known ?? { by: 0, since: time.wall(), sinceAtService: time.service.now(), from: at };
      behind.set(venueId, { ...since, by: Math.max(since.by, there - here), isSure: at - since.from >= LAST_TRY_MS });
    } else if (known) {
      behind.delete(venueId);
      if (known.isSure && (await countLateOrders(venueId, known)) < known.by && !isOver) options.onNeverCame();
    }
  }

  /** Notified but unread orders; those without a venue may belong to any. */
  function unreadOf(venueId: string): StatusClaim[] {
    return store.claims.unread().filter((claim) => claim.venueId === null || claim.venueId === venueId);
  }

  async function countLateOrders(venueId: string, { since, sinceAtService }: { since: number; sinceAtService: number }): Promise<number> {
    const ended = await mapYielding(store.orders.endedSince(since, MOST_ENDED), (id) => (isOver ? [] : (store.orders.get(id) ?? [])));
    // The store may be closed by now.
    if (isOver) return 0;
    const rows = [...store.orders.open(), ...ended.flat()];
    const isOlder = (createdAt: string | null): boolean => createdAt === null || Date.parse(createdAt) <= sinceAtService;
    return (
      rows.filter(({ order, noticedAt }) => order.venueId === venueId && noticedAt >= since && isOlder(order.createdAt)).length +
      unreadOf(venueId).filter(({ noticedAt, createdAt }) => noticedAt >= since && isOlder(createdAt)).length
    );
  }

  const forgetFirst = time.after(FIRST_MS, () => turn(look, options.onDefect));
  const stopLooking = time.every(EVERY_MS, look, options.onDefect);
  return {
    isOpen: (venueId) => open.get(venueId) ?? null,
    acceptWithinSeconds: (venueId) => times.get(venueId) ?? null,
    acceptsItself: (venueId) => accepting.get(venueId) ?? null,
    statusOf: (venueId) => statuses.get(venueId) ?? null,
    askNow: ask,
    [Symbol.dispose]() {
      isOver = true;
      forgetFirst();
      stopLooking();
    },
  };
}
