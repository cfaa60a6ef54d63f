/** Reads a venue's menu, keeps the last good copy, and tells of each change whether the menu shows it. */
import { message } from '../../../contract/message.ts';
import { type ItemChange, identifierOf, isItemChangeSeen, isValueChangeSeen, itemIn, type ValueChange } from '../../menu/changes.ts';
import { areSpecialDaysSeen, isWeekSeen } from '../../menu/check-hours.ts';
import { differenceOf } from '../../menu/difference.ts';
import { menuFromRead } from '../../menu/from-read.ts';
import type { Span, SpecialDays } from '../../menu/hours.ts';
import { type Menu, type MenuValue, valuesOf } from '../../menu/model.ts';
import { menuFromUpload } from '../../menu/upload.ts';
import type { VenueStatus } from '../../menu/venue-status.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { asText } from '../../orders/text/reading.ts';
import type { MenuApi } from '../../service/menu/menu-api.ts';
import { asRetry, isPassing } from '../../service/problem.ts';
import type { ClaimedJob } from '../../store/queue/queue.ts';
import { type Kind, kindOf, type Outcome } from '../../store/queue/worker.ts';
import type { Intent, IntentState } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import { backoffMs } from '../../time/back-off.ts';
import type { Clocks } from '../../time/time.ts';
import { hasEnded } from './send-changes.ts';
import { freeAt, MENU_READ, queueReading } from './want.ts';

/** Nobody has said how long it takes: seconds as a rule, tens of seconds sometimes. */
const POLL_MS = [1_000, 2_000, 3_000, 5_000, 5_000, 10_000, 10_000, 15_000, 15_000, 15_000];
/** What is not shown by then is told to be missing. */
const UNSEEN_AFTER_MS = 120_000;
/** What was seen stays on the screen for so long. */
export const SHOW_SEEN_MS = 3_600_000;
/** A reading that the service cannot give is not asked for again and again. */
const MOST_ATTEMPTS = 5;

export interface ReadBack {
  store: Store;
  time: Clocks;
  menuApi: MenuApi;
  currencyDigits: CurrencyDigits;
  /** Told in the transaction in which a menu is kept. `readAt`: when it was asked for, epoch ms. */
  onKept?: (venueId: string, copy: { menu: Menu; readAt: number }) => void;
}

export function createMenuReadKind({ store, time, menuApi, currencyDigits, onKept }: ReadBack): Kind {
  const clock = time.service;

  async function run(job: ClaimedJob, { venueId }: { venueId: string }, signal: AbortSignal): Promise<Outcome> {
    const now = clock.now();
    const free = freeAt(store, venueId, 'menu', now);
    if (free > now) return { end: 'retry', error: WAITS, afterMs: free - now, blameless: true, waitsFor: 'asked' };
    store.write(() => store.menu.pace.began(venueId, 'menu', now));
    const asked = await menuApi.askMenu(venueId);
    if (!asked.ok) {
      const { problem } = asked;
      const counts = (problem.mayHaveHappened || problem.status !== undefined) && problem.code !== 'rate-limited';
      const also = (): void => {
        store.menu.pace.ended(venueId, 'menu', clock.now(), counts);
        if (problem.code === 'rate-limited' && problem.retryAfterMs !== undefined)
          store.menu.pace.pause(venueId, 'menu', clock.now() + problem.retryAfterMs);
      };
      const isOver = !isPassing(problem) || ((problem.status ?? 0) >= 500 && job.attempts >= MOST_ATTEMPTS);
      return isOver ? { end: 'failed', error: problem.text, also } : { ...asRetry(problem, backoffMs(job.attempts)), also };
    }
    store.write(() => store.menu.pace.ended(venueId, 'menu', clock.now(), true));
    const body = await waitFor(asked.value, signal);
    const menu = body === null ? null : menuFromRead(body);
    // Asked for once more, when that may be.
    if (!menu)
      return job.attempts >= MOST_ATTEMPTS
        ? { end: 'failed', error: NOT_GIVEN }
        : { end: 'retry', error: NOT_GIVEN, afterMs: backoffMs(job.attempts) };
    return {
      end: 'done',
      also() {
        store.menu.keepCopy(venueId, now, JSON.stringify(body));
        onKept?.(venueId, { menu, readAt: now });
        confirm(venueId, menu, now);
      },
    };
  }

  /** Null where it never came, or the service says that it cannot. */
  async function waitFor(resourceUrl: string, signal: AbortSignal): Promise<unknown> {
    for (const wait of POLL_MS) {
      await time.wait(wait, { signal });
      const reading = await menuApi.readMenu(resourceUrl);
      if (reading.ok && reading.value.status === 'ready') return reading.value.menu;
      if (reading.ok ? reading.value.status === 'error' : !isPassing(reading.problem)) return null;
    }
    return null;
  }

  /** `readAt`: when it was asked for; what was sent later it need not show. */
  function confirm(venueId: string, menu: Menu, readAt: number): void {
    let again = Number.POSITIVE_INFINITY;
    const values = new Map(valuesOf(menu).map((value) => [value.externalId, value]));
    for (const intent of store.menu.unconfirmed(venueId)) {
      if (intent.sentAt === null || intent.sentAt > readAt) {
        again = Math.min(again, (intent.sentAt ?? readAt) + UNSEEN_AFTER_MS - clock.now());
        continue;
      }
      const isSeen = isSeenIn(menu, values, intent, readAt, currencyDigits);
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
        isSeenIn(menu, values, intent, readAt, currencyDigits) === false
      )
        store.menu.looked(intent, 'unseen', readAt);
    if (Number.isFinite(again)) queueReading(store, time, venueId, Math.max(0, again));
  }

  return kindOf(MENU_READ, { atOnce: 1, leaseMs: 240_000, run });
}

const WAITS = message('menu.waitingForService');
const NOT_GIVEN = message('menu.noneFromService');

/** Null where nothing in a menu could show it, undefined where a menu says nothing of such things. */
function isSeenIn(
  menu: Menu,
  values: ReadonlyMap<string | null, MenuValue>,
  { endpoint, subject, wants }: Intent,
  readAt: number,
  currencyDigits: CurrencyDigits,
): boolean | null | undefined {
  switch (endpoint) {
    case 'items': {
      const item = itemIn(menu, subject);
      return item === null ? false : isItemChangeSeen(item, wants as ItemChange, readAt);
    }
    case 'option-values': {
      const value = values.get(identifierOf(subject)?.id ?? '');
      return value === undefined ? false : isValueChangeSeen(value, wants as ValueChange);
    }
    case 'inventory':
      // What is left of a count is written nowhere.
      return itemIn(menu, subject) === null ? false : null;
    case 'upload':
      return isUploadSeen(menu, wants.menu, currencyDigits);
    default:
      return undefined;
  }
}

/** The same things at the same prices; what the file says of the sale itself may have been changed since. */
function isUploadSeen(menu: Menu, body: unknown, currencyDigits: CurrencyDigits): boolean {
  const { added, gone, repriced, currencies } = differenceOf(
    menuFromUpload(body, currencyDigits(menu.currency) ?? 2),
    menu,
    menu.primaryLanguage,
  );
  return currencies === null && [added, gone, repriced].every(({ length }) => length === 0);
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
}

function isSeenInStatus(status: VenueStatus, { endpoint, wants }: Intent, readAt: number): boolean | null | undefined {
  switch (endpoint) {
    case 'online': {
      const isOffline = asText(wants.status) === 'OFFLINE' && !hasEnded(wants, readAt);
      return status.isOnline === null ? null : status.isOnline !== isOffline;
    }
    case 'opening-times':
      return isWeekSeen(wants.week as Span[], status.week);
    case 'special-times':
      return areSpecialDaysSeen(wants.days as unknown as SpecialDays, status.specialTimes);
    default:
      return undefined;
  }
}
