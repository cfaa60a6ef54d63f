/** Reads a venue's menu, keeps the last good copy, and checks which changes it shows. */
import { message } from '../../../contract/message.ts';
import { type ItemChange, identifierOf, isItemChangeSeen, isValueChangeSeen, type ValueChange } from '../../menu/changes.ts';
import { areSpecialDaysSeen, isWeekSeen } from '../../menu/check-hours.ts';
import { type SpecialDays, spansIn } from '../../menu/hours.ts';
import type { VenueStatus } from '../../menu/venue-status.ts';
import { asText } from '../../orders/text/reading.ts';
import type { MenuApi } from '../../service/menu/menu-api.ts';
import { isTransient } from '../../service/problem.ts';
import type { ClaimedJob } from '../../store/queue/queue.ts';
import type { MenuPart } from '../../store/rows/menu/menu-copies.ts';
import type { Intent, IntentState } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import { backoffMs } from '../../time/back-off.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { serviceCommand } from '../service-command.ts';
import type { MenuBook } from './menu-book.ts';
import { pacedCall } from './paced-call.ts';
import { lastVenueStatus, MENU_READ, queueReading } from './queue-changes.ts';
import { saveMenuParts } from './save-menu-parts.ts';
import { hasEnded } from './send-changes.ts';

/** Pauses between requests for the menu. Its delay is undocumented: usually seconds, sometimes tens of seconds. */
const POLL_MS = [1_000, 2_000, 3_000, 5_000, 5_000, 10_000, 10_000, 15_000, 15_000, 15_000];
/** Changes not visible by then are reported missing. */
const UNSEEN_AFTER_MS = 120_000;
/** How long screens show a confirmed change. */
export const SHOW_SEEN_MS = 3_600_000;
/** Attempts at a reading that the service can't provide. */
const MOST_ATTEMPTS = 5;
const mayTryAgain = ({ attempts }: ClaimedJob): boolean => attempts < MOST_ATTEMPTS;

export type MenuAsRead =
  | { status: 'pending' | 'error' | 'unclear' }
  /** `isUploadSeen`: whether it's the menu uploaded from a file; null if none. */
  | { status: 'ready'; parts: MenuPart[]; isUploadSeen: boolean | null };

export interface ReadBack {
  store: Store;
  time: Clocks;
  menuApi: MenuApi;
  book: MenuBook;
  /** Parses an answer in another thread; the buffer is transferred. `languages`: of screens. `upload`: the uploaded menu, compressed. */
  takeApart: (given: { answer: Uint8Array; languages: string[]; upload: Uint8Array | null }) => Promise<MenuAsRead>;
  languages: (venueId: string) => string[];
}

export function createMenuReadKind({ store, time, menuApi, book, takeApart, languages }: ReadBack): Kind {
  const clock = time.service;

  function run(job: ClaimedJob, { venueId }: { venueId: string }, signal: AbortSignal): Promise<Outcome> {
    const now = clock.now();
    const paced = pacedCall(store, clock, venueId, 'menu');
    return serviceCommand(job, {
      isIdempotent: true,
      isShown: paced.begin,
      send: () => menuApi.askMenu(venueId),
      async onTaken(resourceUrl) {
        store.write(() => paced.ended(null));
        const read = await waitFor(venueId, resourceUrl, signal);
        if (!read)
          return mayTryAgain(job)
            ? { end: 'retry', error: NOT_GIVEN, afterMs: backoffMs(job.attempts) }
            : { end: 'failed', error: NOT_GIVEN };
        const copyId = await saveMenuParts(store, venueId, read.parts, signal);
        return {
          end: 'done',
          also() {
            store.menu.copies.switchTo(venueId, copyId, now);
            confirm(venueId, read.isUploadSeen, now);
          },
        };
      },
      onProblem(problem, retry) {
        const isOver = !retry || ((problem.status ?? 0) >= 500 && !mayTryAgain(job));
        return { ...(isOver ? { end: 'failed', error: problem.text } : retry), also: () => paced.ended(problem) };
      },
    });
  }

  /** The menu; null if it never arrived or the service can't provide it. */
  async function waitFor(venueId: string, resourceUrl: string, signal: AbortSignal): Promise<(MenuAsRead & { status: 'ready' }) | null> {
    for (const wait of POLL_MS) {
      await time.wait(wait, { signal });
      const answer = await menuApi.readMenu(resourceUrl);
      if (!answer.ok && !isTransient(answer.problem)) return null;
      if (!answer.ok) continue;
      const read = await takeApart({ answer: answer.value, languages: languages(venueId), upload: uploadToSee(venueId) });
      if (read.status === 'ready') return read;
      if (read.status === 'error') return null;
    }
    return null;
  }

  /** The uploaded menu, while unconfirmed or recently confirmed. */
  function uploadToSee(venueId: string): Uint8Array | null {
    const sent = store.menu.get(venueId, 'upload', '');
    const isShown = sent?.state === 'seen' && clock.now() - (sent.lookedAt ?? 0) < SHOW_SEEN_MS;
    return isShown || sent?.state === 'sent' || sent?.state === 'unseen' ? store.menu.upload(venueId) : null;
  }

  /** `readAt`: when the reading was requested; later changes needn't show. */
  function confirm(venueId: string, isUploadSeen: boolean | null, readAt: number): void {
    let again = Number.POSITIVE_INFINITY;
    for (const intent of store.menu.unconfirmed(venueId)) {
      if (intent.sentAt === null || intent.sentAt > readAt) {
        again = Math.min(again, (intent.sentAt ?? readAt) + UNSEEN_AFTER_MS - clock.now());
        continue;
      }
      const isSeen = isSeenIn(book, isUploadSeen, intent, readAt);
      if (isSeen === undefined) continue;
      const state = stateAfter(intent, isSeen, readAt);
      store.menu.looked(intent, state, readAt);
      if (state === 'sent' && isSeen === false) again = Math.min(again, intent.sentAt + UNSEEN_AFTER_MS + 1_000 - clock.now());
    }
    // Confirmed changes, still shown on screens, that vanished from the menu: they ended or were changed elsewhere.
    for (const intent of store.menu.of(venueId))
      if (
        intent.state === 'seen' &&
        readAt - (intent.lookedAt ?? 0) < SHOW_SEEN_MS &&
        isSeenIn(book, isUploadSeen, intent, readAt) === false
      )
        store.menu.looked(intent, 'unseen', readAt);
    if (Number.isFinite(again)) queueReading(store, time, venueId, Math.max(0, again));
  }

  return kindOf(MENU_READ, { atOnce: 1, leaseMs: 240_000, run });
}

const NOT_GIVEN = message('menu.noneFromService');

/** Whether the menu shows the change. Null if no menu can; undefined if this one doesn't cover it. */
function isSeenIn(
  book: MenuBook,
  isUploadSeen: boolean | null,
  { venueId, endpoint, subject, wants }: Intent,
  readAt: number,
): boolean | null | undefined {
  switch (endpoint) {
    case 'items': {
      const item = book.item(venueId, subject);
      return item ? isItemChangeSeen(item, wants as ItemChange, readAt) : false;
    }
    case 'option-values': {
      const value = book.value(venueId, identifierOf(subject)?.id ?? '');
      return value ? isValueChangeSeen(value, wants as ValueChange) : false;
    }
    case 'inventory':
      // The menu doesn't show remaining stock.
      return book.item(venueId, subject) ? null : false;
    case 'upload':
      return isUploadSeen ?? undefined;
    default:
      return undefined;
  }
}

function stateAfter({ state, sentAt }: Intent, isSeen: boolean | null, readAt: number): IntentState {
  if (isSeen === true) return 'seen';
  if (isSeen === null) return 'sent';
  return state === 'unseen' || readAt - (sentAt ?? readAt) >= UNSEEN_AFTER_MS ? 'unseen' : 'sent';
}

/** Checks changes against a venue's status: pause, week, special days. Call in a transaction. `readAt`: when it was requested. */
export function confirmByStatus(store: Store, venueId: string, status: VenueStatus, readAt: number): void {
  for (const intent of store.menu.unconfirmed(venueId)) {
    if (intent.sentAt === null || intent.sentAt > readAt) continue;
    const isSeen = isSeenInStatus(status, intent, readAt);
    if (isSeen !== undefined) store.menu.looked(intent, stateAfter(intent, isSeen, readAt), readAt);
  }
  const change = store.menu.get(venueId, 'online', '');
  if (change === null || status.isOnline !== true) return;
  // Earlier pauses can't be under way any longer: the venue is open, and a later closure has another cause.
  const isOpen = change.wants.status === 'ONLINE' && change.state === 'waiting' && readAt - change.askedAt > UNSEEN_AFTER_MS;
  if (isOpen) store.menu.offSale.end(venueId, 'paused', '', readAt);
  if (isOpen || (change.state !== 'waiting' && hasEnded(change.wants, readAt))) store.menu.drop(change);
  // The venue was opened elsewhere.
  else if (change.wants.status === 'OFFLINE' && change.state === 'seen') store.menu.looked(change, 'unseen', readAt);
}

/** `now`: the service's clock, epoch ms. */
export function wereHoursChangedHere(store: Store, venueId: string, now: number): boolean {
  return (['opening-times', 'special-times'] as const).some((endpoint) => {
    const intent = store.menu.get(venueId, endpoint, '');
    return intent !== null && intent.state !== 'refused' && now - Math.max(intent.askedAt, intent.sentAt ?? 0) < LATELY_MS;
  });
}

const LATELY_MS = 10 * 60_000;

export function wasWeekChangedElsewhere(store: Store, venueId: string, status: VenueStatus): boolean {
  const before = lastVenueStatus(store, venueId)?.week ?? [];
  // If either status lacks hours, a change can't be noticed.
  if (before.length === 0 || status.week.length === 0 || isWeekSeen(before, status.week)) return false;
  const own = store.menu.get(venueId, 'opening-times', '');
  // A change sent earlier from here may still appear first.
  const isUnderWay = own?.state === 'sent' || (own?.state === 'waiting' && own.sentAt !== null);
  return !isUnderWay && (own === null || !isWeekSeen(spansIn(own.wants.week), status.week));
}

function isSeenInStatus(status: VenueStatus, { endpoint, wants }: Intent, readAt: number): boolean | null | undefined {
  switch (endpoint) {
    case 'online': {
      const isOffline = asText(wants.status) === 'OFFLINE' && !hasEnded(wants, readAt);
      return status.isOnline === null ? null : status.isOnline !== isOffline;
    }
    case 'opening-times':
      return isWeekSeen(spansIn(wants.week), status.week);
    case 'special-times':
      return areSpecialDaysSeen(wants.days as unknown as SpecialDays, status.specialTimes);
    default:
      return undefined;
  }
}
