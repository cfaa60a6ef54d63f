/** Reads a venue's menu, keeps the last good copy, and tells of each change whether the menu shows it. */
import { message } from '../../../contract/message.ts';
import { type ItemChange, identifierOf, isItemChangeSeen, isValueChangeSeen, type ValueChange } from '../../menu/changes.ts';
import { areSpecialDaysSeen, isWeekSeen } from '../../menu/check-hours.ts';
import { type SpecialDays, spansIn } from '../../menu/hours.ts';
import type { VenueStatus } from '../../menu/venue-status.ts';
import { asText } from '../../orders/text/reading.ts';
import type { MenuApi } from '../../service/menu/menu-api.ts';
import { isPassing } from '../../service/problem.ts';
import type { ClaimedJob } from '../../store/queue/queue.ts';
import type { MenuPart } from '../../store/rows/menu/menu-copies.ts';
import type { Intent, IntentState } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import { backoffMs } from '../../time/back-off.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { serviceCommand } from '../service-command.ts';
import { keepParts } from './keep-parts.ts';
import type { MenuBook } from './menu-book.ts';
import { pacedCall } from './paced-call.ts';
import { keptStatus, MENU_READ, queueReading } from './queue-changes.ts';
import { hasEnded } from './send-changes.ts';

/** How long it takes is not documented: seconds as a rule, tens of seconds sometimes. */
const POLL_MS = [1_000, 2_000, 3_000, 5_000, 5_000, 10_000, 10_000, 15_000, 15_000, 15_000];
/** What is not shown by then is told to be missing. */
const UNSEEN_AFTER_MS = 120_000;
/** What was seen stays on the screen for so long. */
export const SHOW_SEEN_MS = 3_600_000;
/** A reading that the service cannot give is not asked for again and again. */
const MOST_ATTEMPTS = 5;
const mayTryAgain = ({ attempts }: ClaimedJob): boolean => attempts < MOST_ATTEMPTS;

/** What the answer to a reading of the menu comes to. */
export type MenuAsRead =
  | { status: 'pending' | 'error' | 'unclear' }
  /** `isUploadSeen`: whether it is the menu that was sent from a file; null where none is given. */
  | { status: 'ready'; parts: MenuPart[]; isUploadSeen: boolean | null };

export interface ReadBack {
  store: Store;
  time: Clocks;
  menuApi: MenuApi;
  book: MenuBook;
  /** Takes an answer apart, away from this thread; the answer is not read after that. `languages`: of screens. `upload`: the menu that was sent from a file, compressed. */
  takeApart: (given: { answer: Uint8Array; languages: string[]; upload: Uint8Array | null }) => Promise<MenuAsRead>;
  /** In which screens have asked for the menu of this venue, or will. */
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
        // Asked for once more, when that may be.
        if (!read)
          return mayTryAgain(job)
            ? { end: 'retry', error: NOT_GIVEN, afterMs: backoffMs(job.attempts) }
            : { end: 'failed', error: NOT_GIVEN };
        const copyId = await keepParts(store, venueId, read.parts, signal);
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

  /** Null where it never came, or the service says that it cannot. */
  async function waitFor(venueId: string, resourceUrl: string, signal: AbortSignal): Promise<(MenuAsRead & { status: 'ready' }) | null> {
    for (const wait of POLL_MS) {
      await time.wait(wait, { signal });
      const answer = await menuApi.readMenu(resourceUrl);
      if (!answer.ok && !isPassing(answer.problem)) return null;
      if (!answer.ok) continue;
      const read = await takeApart({ answer: answer.value, languages: languages(venueId), upload: uploadToSee(venueId) });
      if (read.status === 'ready') return read;
      if (read.status === 'error') return null;
    }
    return null;
  }

  /** The menu that was sent from a file, while it is not known whether it is there. */
  function uploadToSee(venueId: string): Uint8Array | null {
    const sent = store.menu.get(venueId, 'upload', '');
    const isShown = sent?.state === 'seen' && clock.now() - (sent.lookedAt ?? 0) < SHOW_SEEN_MS;
    return isShown || sent?.state === 'sent' || sent?.state === 'unseen' ? store.menu.upload(venueId) : null;
  }

  /** `readAt`: when it was asked for; what was sent later it need not show. */
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
    // What was seen, and is not there any more while the screen still says so: it came back by itself, or somebody else changed it.
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

/** Null where nothing in a menu could show it, undefined where a menu says nothing of such things. */
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
      // What is left of a count is written nowhere.
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

/** The same of what a venue's status shows: a pause, the week, special days. Call it in a transaction. `readAt`: when it was asked for. */
export function confirmByStatus(store: Store, venueId: string, status: VenueStatus, readAt: number): void {
  for (const intent of store.menu.unconfirmed(venueId)) {
    if (intent.sentAt === null || intent.sentAt > readAt) continue;
    const isSeen = isSeenInStatus(status, intent, readAt);
    if (isSeen !== undefined) store.menu.looked(intent, stateAfter(intent, isSeen, readAt), readAt);
  }
  const change = store.menu.get(venueId, 'online', '');
  if (change === null || status.isOnline !== true) return;
  // By now no pause from before it can still be on its way: the venue is open, and what closes it after that is another matter.
  const isOpen = change.wants.status === 'ONLINE' && change.state === 'waiting' && readAt - change.askedAt > UNSEEN_AFTER_MS;
  if (isOpen) store.menu.spells.end(venueId, 'paused', '', readAt);
  if (isOpen || (change.state !== 'waiting' && hasEnded(change.wants, readAt))) store.menu.drop(change);
  // Someone opened the venue at the service.
  else if (change.wants.status === 'OFFLINE' && change.state === 'seen') store.menu.looked(change, 'unseen', readAt);
}

/** Whether opening times or special days were changed from here lately. `now`: the service's clock, epoch ms. */
export function wereHoursChangedHere(store: Store, venueId: string, now: number): boolean {
  return (['opening-times', 'special-times'] as const).some((endpoint) => {
    const intent = store.menu.get(venueId, endpoint, '');
    return intent !== null && intent.state !== 'refused' && now - Math.max(intent.askedAt, intent.sentAt ?? 0) < LATELY_MS;
  });
}

const LATELY_MS = 10 * 60_000;

/** Whether this status has another week than the one before it, and not the one that was asked for here. */
export function wasWeekChangedElsewhere(store: Store, venueId: string, status: VenueStatus): boolean {
  const before = keptStatus(store, venueId)?.week ?? [];
  // Where either tells no hours, nothing is known of a change.
  if (before.length === 0 || status.week.length === 0 || isWeekSeen(before, status.week)) return false;
  const own = store.menu.get(venueId, 'opening-times', '');
  // One that was sent before that may still show first.
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
