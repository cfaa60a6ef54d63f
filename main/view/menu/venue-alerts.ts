/** The service's alerts about venues, kept until they end. */
import { CAUSE, noticeId, type SaleView } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { type VenueEvent, venueEventOf } from '../../intake/ingest.ts';
import { UNANSWERED, type VenueStatus } from '../../menu/venue-status.ts';
import { lastVenueStatus } from '../../outbox/menu/queue-changes.ts';
import type { Store } from '../../store/store.ts';
import type { Notices } from '../notices.ts';

interface AlertNotice {
  of: NonNullable<SaleView['alert']>['of'];
  text: Message;
  hint: Message;
}

const TRIGGERED: Readonly<Record<string, AlertNotice>> = {
  REJECTION_ALERT_TRIGGERED: {
    of: 'rejections',
    text: message('sale.rejectionsInRow'),
    hint: message('sale.pauseOrMarkSoldOut'),
  },
  VENUE_OFFLINE_ALERT_TRIGGERED: {
    of: 'offline',
    text: message('sale.offlineInHours'),
    hint: message('sale.openAgainOrChangeHours'),
  },
};
const RECOVERED: Readonly<Record<string, string>> = {
  REJECTION_ALERT_RECOVERED: 'REJECTION_ALERT_TRIGGERED',
  VENUE_OFFLINE_ALERT_RECOVERED: 'VENUE_OFFLINE_ALERT_TRIGGERED',
};
const HOURS = 'OPENING_HOURS_UPDATED';
/** A status requested sooner after a webhook may be outdated, ms. */
const SHOWS_AFTER_MS = 5_000;
const LOOKED_BACK = 300;
/** Limit for alerts whose end was never announced. */
const OLD_MS = 24 * 3_600_000;

export interface VenueAlerts {
  happened(event: VenueEvent): void;
  /** The status has opening times not set in Tillbridge. */
  hoursChanged(venueId: string): void;
  /** Ends alerts that the status contradicts. `askedAt`: service clock, epoch ms. */
  statusRead(venueId: string, status: VenueStatus, askedAt: number): void;
  /** The newest open alert. */
  of(venueId: string): SaleView['alert'];
}

/**
 * `now`: service clock, epoch ms. `isPaused`: by staff or a rule here. `wereHoursChangedHere`: recently. `ofVenue`: adds the venue's name
 * if there are several.
 */
export function createVenueAlerts(options: {
  store: Store;
  notices: Notices;
  now: () => number;
  isPaused: (venueId: string) => boolean;
  wereHoursChangedHere: (venueId: string) => boolean;
  ofVenue: (venueId: string, text: Message) => Message;
}): VenueAlerts {
  const { store, notices, now, isPaused, ofVenue } = options;
  const open = new Map<string, { venueId: string; notice: AlertNotice; at: number }>();
  /** When alerts ended, by the service's times: webhooks may repeat, in any order. */
  const ended = new Map<string, number>();
  /** Whether an offline alert is hidden, as staff or a rule paused the venue. */
  const isWanted = ({ of }: AlertNotice, venueId: string): boolean => of === 'offline' && isPaused(venueId);
  const causes = { rejections: CAUSE.piledUp, offline: CAUSE.offline };
  const key = (venueId: string, type: string): string => {
    const { of } = TRIGGERED[type] ?? {};
    return of ? noticeId(causes[of](venueId), 'venue-event') : `venue-event/${type}/${venueId}`;
  };

  function take({ type, venueId, at: given }: VenueEvent, isNew: boolean): void {
    const notice = TRIGGERED[type];
    const over = RECOVERED[type];
    const at = Date.parse(given ?? '') || now();
    if (notice) {
      if (at < (ended.get(key(venueId, type)) ?? 0)) return;
      open.set(key(venueId, type), { venueId, notice, at });
      if (isNew && !isWanted(notice, venueId)) notices.raise(key(venueId, type), 'warning', ofVenue(venueId, notice.text), notice.hint);
    } else if (over !== undefined) end(key(venueId, over), at);
    else if (type === HOURS && isNew && !options.wereHoursChangedHere(venueId)) hoursChanged(venueId);
  }

  function end(alert: string, at: number): void {
    if (at < (open.get(alert)?.at ?? 0)) return;
    ended.set(alert, at);
    open.delete(alert);
    notices.clear(alert);
  }

  function statusRead(venueId: string, status: VenueStatus, askedAt: number): void {
    for (const [alert, { venueId: of, notice, at }] of open)
      if (of === venueId && askedAt - at >= SHOWS_AFTER_MS && isOver(notice, status)) end(alert, askedAt - SHOWS_AFTER_MS);
  }

  function hoursChanged(venueId: string): void {
    notices.raise(key(venueId, HOURS), 'info', ofVenue(venueId, message('sale.hoursChanged')), message('sale.checkHours'));
  }

  // Replays earlier webhooks, oldest first.
  for (const notification of store.inbox.newest(LOOKED_BACK).toReversed()) {
    const event = venueEventOf(notification);
    if (event) take(event, false);
  }
  for (const { id } of store.venues.all()) {
    const status = lastVenueStatus(store, id);
    if (status) statusRead(id, status, status.readAt);
  }
  return {
    happened: (event) => take(event, true),
    hoursChanged,
    statusRead,
    of(venueId) {
      const [newest] = [...open.values()]
        .filter((alert) => alert.venueId === venueId && now() - alert.at < OLD_MS && !isWanted(alert.notice, venueId))
        .sort((a, b) => b.at - a.at);
      return newest ? { ...newest.notice, at: new Date(newest.at).toISOString() } : null;
    },
  };
}

function isOver({ of }: AlertNotice, { isOnline, lastOrders }: VenueStatus): boolean {
  if (of === 'offline') return isOnline === true;
  // Unanswered orders don't show whether rejections go on.
  const last = lastOrders.find((status) => !UNANSWERED.has(status));
  return last !== undefined && last !== 'rejected';
}
