import type { EndsView, HoursView, SaleView } from '../../../contract/contract.ts';
import { endsAt, type Hours, openingsAround, type Span, type SpecialDays } from '../../menu/hours.ts';
import { localOf, momentAt } from '../../menu/zone.ts';
import { asArray, asRecord, asText } from '../../orders/text/reading.ts';
import { lastVenueStatus } from '../../outbox/menu/queue-changes.ts';
import { hasEnded } from '../../outbox/menu/send-changes.ts';
import type { Intent } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { changeView, iso, pendingView } from './pending.ts';

/** ms after a pause's end until being offline is a problem. */
const OVERDUE_MS = 120_000;

/** Opening times set in Tillbridge apply unless the service refused them. */
export function hoursOf(store: Store, venueId: string): Hours {
  const status = lastVenueStatus(store, venueId);
  const [week, special] = [store.menu.get(venueId, 'opening-times', ''), store.menu.get(venueId, 'special-times', '')];
  const isSet = (intent: Intent | null): intent is Intent => intent !== null && intent.state !== 'refused' && intent.state !== 'seen';
  return {
    week: isSet(week) ? (asArray(week.wants.week) as unknown as Span[]) : (status?.week ?? []),
    special: special !== null && special.state !== 'refused' ? (asRecord(special.wants.days) as unknown as SpecialDays | null) : null,
    specialTimes: status?.specialTimes ?? [],
  };
}

/** `now`: service clock, epoch ms. */
export function endsView(hours: Hours, now: number, zone: string): EndsView {
  const { isOpen, closing, tomorrow, nextOpening } = endsAt(hours, now, zone);
  const written = (at: number | null): string | null => (at === null ? null : iso(at));
  return { isOpen, closing: written(closing), tomorrow: written(tomorrow), opening: written(nextOpening) };
}

export function saleView(store: Store, venueId: string, version: number, now: number, zone: string, alert: SaleView['alert']): SaleView {
  const status = lastVenueStatus(store, venueId);
  const intents = store.menu.of(venueId);
  const { day } = localOf(now, zone);
  const [from, until] = [momentAt(day, 0, zone), momentAt(day, 24 * 60, zone)];
  const upload = pendingView(
    store,
    intents.find(({ endpoint }) => endpoint === 'upload'),
    now,
  );
  return {
    version,
    isOnline: status?.isOnline ?? null,
    pause: pauseView(
      store,
      intents.find(({ endpoint }) => endpoint === 'online'),
      status,
      now,
    ),
    ...(upload ? { upload } : {}),
    waiting: intents.filter(({ state }) => state === 'waiting').length,
    troubled: intents.filter(({ state }) => state === 'refused' || state === 'unseen').length,
    today: openingsAround(hoursOf(store, venueId), now, zone)
      .filter((opening) => opening.from < until && opening.until > from)
      .map((opening) => ({ from: iso(opening.from), until: iso(opening.until) })),
    alert,
  };
}

/** Whether staff or a rule paused the venue. `now`: service clock, epoch ms. */
export function isPausedHere(store: Store, venueId: string, now: number): boolean {
  const intent = store.menu.get(venueId, 'online', '');
  return intent != null && intent.wants.status === 'OFFLINE' && intent.state !== 'refused' && !hasEnded(intent.wants, now);
}

function pauseView(store: Store, intent: Intent | undefined, status: ReturnType<typeof lastVenueStatus>, now: number): SaleView['pause'] {
  if (!intent) return null;
  const { wants, state, askedAt } = intent;
  const isOnline = status?.isOnline ?? null;
  // The venue reopened automatically before the request was sent.
  if (wants.status === 'ONLINE' && isOnline && (state === 'waiting' || state === 'refused') && (status?.readAt ?? 0) > askedAt) return null;
  // A confirmed pause shows until its end.
  const pending = wants.status === 'OFFLINE' ? changeView(store, intent, now) : pendingView(store, intent, now);
  if (!pending) return null;
  const isOver = hasEnded(wants, now);
  const isOverdue = isOver && isOnline === false && now - Date.parse(asText(wants.until) ?? '') > OVERDUE_MS;
  if (isOver && isOnline !== false) return null;
  return {
    asked: wants.status === 'OFFLINE' ? 'pause' : 'open',
    isPaused: wants.status === 'OFFLINE' && state !== 'refused',
    until: asText(wants.until),
    reason: intent.reason,
    pending,
    isOverdue,
  };
}

export function hoursView(store: Store, venueId: string, now: number, zone: string): HoursView {
  const status = lastVenueStatus(store, venueId);
  const hours = hoursOf(store, venueId);
  const pending = (endpoint: Intent['endpoint']) => pendingView(store, store.menu.get(venueId, endpoint, ''), now);
  return {
    zone,
    readAt: status ? iso(status.readAt) : null,
    week: [...hours.week],
    weekPending: pending('opening-times'),
    special: hours.special,
    specialPending: pending('special-times'),
    reportedSpecial: [...hours.specialTimes],
    providerPending: pending('delivery-provider'),
    ends: endsView(hours, now, zone),
  };
}
