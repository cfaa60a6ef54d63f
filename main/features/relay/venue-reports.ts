/** Each venue's sales for the relay's operator. */
import { MOST_VENUES, type VenueReport } from '../../../contract/relay/wire.ts';
import { identifierOf } from '../../menu/changes.ts';
import { type Opening, openingsAround, without } from '../../menu/hours.ts';
import { createMenuBook, type MenuBook } from '../../outbox/menu/menu-book.ts';
import { lastVenueStatus } from '../../outbox/menu/queue-changes.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { OffSalePeriod } from '../../store/rows/menu/off-sale-periods.ts';
import type { Store } from '../../store/store.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { iso } from '../../view/menu/pending.ts';
import { itemNow, saleOf, valueNow } from '../../view/menu/sale-state.ts';
import { hoursOf } from '../../view/menu/sale-view.ts';
import type { Kernel } from '../context.ts';
import { RECENT_MS, usualGap, WEEK_MS } from './usual-gap.ts';

const RENEWED_AFTER_MS = 60_000;

/** Returns all reports so far; never throws. Each call makes at most one, as that takes several ms. */
export function createVenueReports({
  store,
  settings,
  time,
  onDefect,
}: Kernel<'store' | 'settings' | 'time' | 'onDefect'>): () => VenueReport[] {
  const book = createMenuBook(store, time);
  const ownZone = ownTimeZone();
  const made = new Map<string, { report: VenueReport | null; at: number }>();
  /** When the service last reported the venue as offline. */
  const offlineAt = new Map<string, number>();

  function report(venueId: string, connectedAt: number): VenueReport {
    const now = time.service.now();
    const zone = venueSettings(settings.get(), venueId).time_zone ?? ownZone;
    const hours = hoursOf(store, venueId);
    const openIn = (from: number, until: number): Opening[] =>
      openingsAround(hours, (from + until) / 2, zone)
        .map((opening) => ({ from: Math.max(opening.from, from, connectedAt), until: Math.min(opening.until, until) }))
        .filter((opening) => opening.until > opening.from)
        .flatMap((opening) => without(opening, breaksIn(venueId, opening)));
    if (lastVenueStatus(store, venueId)?.isOnline === false) offlineAt.set(venueId, now);
    const open = openIn(now - WEEK_MS, now).at(-1);
    const isOpen = open?.until === now && offlineAt.get(venueId) !== now;
    const lastAt = store.history.lastPlaced(venueId, now - RECENT_MS);
    const gap = usualGap(now, openIn, ({ from, until }) => store.history.countPlaced(venueId, from, until));
    return {
      venueId,
      lastOrderAt: lastAt === null ? null : iso(lastAt),
      usualGapMs: gap,
      openSince: isOpen ? iso(Math.max(open.from, offlineAt.get(venueId) ?? 0)) : null,
      soldOut: soldOutOf(venueId, now),
      refusedChanges: refusedOf(venueId),
    };
  }

  function breaksIn(venueId: string, { from, until }: Opening): Opening[] {
    const breaks = [...store.outages.withoutOrders(from, until), ...store.menu.offSale.of(venueId, 'paused', from, until)];
    return breaks.map((one) => ({ from: one.from, until: one.until ?? Number.POSITIVE_INFINITY }));
  }

  function soldOutOf(venueId: string, now: number): VenueReport['soldOut'] {
    const marked = store.menu.offSale.of(venueId, 'sold-out', now, now).filter((period) => isStillOut(store, book, period, now));
    const [oldest] = marked;
    return oldest ? { since: iso(oldest.from), count: marked.length } : null;
  }

  function refusedOf(venueId: string): number {
    // Once the venue is open, screens hide a refused reopening.
    const isDone = lastVenueStatus(store, venueId)?.isOnline === true;
    return store.menu.refusedOf(venueId).filter(({ wants }) => !(isDone && wants.status === 'ONLINE')).length;
  }

  function renew(venueId: string, connectedAt: number, at: number): void {
    made.set(venueId, { report: null, at });
    try {
      made.set(venueId, { report: report(venueId, connectedAt), at });
    } catch (error) {
      onDefect(error);
    }
  }

  return () => {
    const venues = store.venues.all().slice(0, MOST_VENUES);
    const at = time.monotonic();
    const ageOf = (id: string): number => at - (made.get(id)?.at ?? Number.NEGATIVE_INFINITY);
    const [oldest] = venues.filter(({ id }) => ageOf(id) >= RENEWED_AFTER_MS).sort((a, b) => (ageOf(a.id) > ageOf(b.id) ? -1 : 1));
    if (oldest) renew(oldest.id, oldest.connectedAt, at);
    return venues.flatMap(({ id }) => made.get(id)?.report ?? []);
  };
}

/** Whether a menu read since the mark agrees: it may have ended elsewhere. */
function isStillOut(store: Store, book: MenuBook, { venueId, subject, from }: OffSalePeriod, now: number): boolean {
  const copy = store.menu.copies.get(venueId);
  if (copy === null || copy.readAt <= from) return true;
  const [, endpoint, named = ''] = /^([^/]+)\/(.*)$/s.exec(subject) ?? [];
  const item = endpoint === 'items' ? book.item(venueId, named) : null;
  if (item) return saleOf(store, null, itemNow(item), now).state === 'sold-out';
  const value = endpoint === 'option-values' ? book.value(venueId, identifierOf(named)?.id ?? '') : null;
  return value ? !valueNow(value).isOn : false;
}
