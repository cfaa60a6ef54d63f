/**
 * Stores notifications from a relay, verified like webhooks. Unverified ones wait there, as the secret may be wrong, until a later one of
 * the venue verifies; then they're skipped and reported.
 */
import { MOST_ADDED_BY_SEALING, open, type SealPair } from '../../../contract/relay/sealed.ts';
import type { CounterFrame, RelayFrame } from '../../../contract/relay/wire.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Store } from '../../store/store.ts';
import { readNotification } from '../notification.ts';
import { type Intake, type IntakeConfig, verifyAndStore } from '../verify-and-store.ts';

export type NewsFrame = Extract<RelayFrame, { type: 'news' }>;
type Ack = Extract<CounterFrame, { type: 'ack' }>;

/** `again`: already stored. `held`: not verified. `not-now`: nothing can be stored; ask again later. */
export type NewsResult = 'taken' | 'again' | 'held' | 'not-now';

/** One connection's notifications. Held ones come again in the next connection. */
export interface NewsSession {
  take(news: NewsFrame): Promise<NewsResult>;
  /** Positions in the venues' sequences, saved since the last call. */
  acks(): Ack[];
  flush(): void;
}

export interface NewsIngestion {
  begin(venueIds: readonly string[]): NewsSession;
  after(venueId: string): number;
  /** Call it if the relay lost its sequence (a new disk). */
  restartSequence(venueId: string): void;
}

const LONGEST_BODY = 64 * 1024;
/** The most a relay sends before an acknowledgement. */
const MOST_AHEAD = 1_000;
export const NOT_OURS = 'relay-news-of-another-venue';
export const NOT_OPENED = 'relay.encryptedForOther';
/** Counter names; null if counted elsewhere. */
const NOT_SIGNED = {
  order: { without: 'signature-missing', with: null },
  delivery: { without: 'delivery-signature-wrong', with: 'delivery-signature-wrong' },
} as const;

interface Progress {
  /** Committed or skipped up to this position. */
  done: number;
  /** Position of the first unverified notification; blocks `done`. */
  held: number | null;
  /** All notifications up to this position have arrived. */
  came: number;
  /** Positions that arrived early, by the position before them. */
  ahead: Map<number, number>;
  isNews: boolean;
  isWritten: boolean;
}

export function createNewsIngestion(
  options: IntakeConfig &
    Intake & {
      address: string;
      store: Store;
      /** Opens sealed events; null without a key. */
      sealPair: SealPair | null;
      onPassedOver: () => void;
      onNotOpened: () => void;
      onDefect: (error: unknown) => void;
    },
): NewsIngestion {
  const { address, store, ingestion } = options;

  function begin(venueIds: readonly string[]): NewsSession {
    const progress = new Map<string, Progress>(
      venueIds.map((id) => {
        const done = store.relay.after(address, id);
        return [id, { done, held: null, came: done, ahead: new Map(), isNews: false, isWritten: true }];
      }),
    );
    /** Storing failed: acknowledging a later notification would skip the failed one. */
    let isStalled = false;

    async function take(news: NewsFrame): Promise<NewsResult> {
      const of = progress.get(news.venueId);
      if (isStalled) return 'not-now';
      if (!of) {
        ingestion.refused(NOT_OURS);
        return 'held';
      }
      if (!comesInTurn(of, news)) return stall();
      const body = bodyOf(news, options.sealPair);
      if (body === 'another-key') return notOpened(of, news);
      if (body === null) return notBelieved(of, news, 'notification-unreadable');
      const read = news.kind === 'order' ? readNotification(body).notification : null;
      // A right secret isn't enough: it may sign for a whole chain.
      if (read && read.venueId !== null && read.venueId !== news.venueId) return notBelieved(of, news, NOT_OURS);
      const isAgain = read !== null && store.inbox.has(read.id);
      const done = doneWith(of, news);
      // Stores the position in the same transaction; for duplicates and files, later.
      let isCursorKept = false;
      const came = { kind: news.kind, body, signature: news.signature ?? undefined };
      const why = await verifyAndStore(came, options, (ingest) => {
        if (isAgain) return ingest();
        store.write(() => {
          ingest();
          store.relay.keep(address, news.venueId, done);
        });
        isCursorKept = true;
      }).catch((error: unknown) => {
        if (!storageTroubleOf(error)) options.onDefect(error);
        return 'not-stored' as const;
      });
      switch (why) {
        case null:
          advance(of, news, done, !isCursorKept);
          return isAgain ? 'again' : 'taken';
        case 'no-event':
          ingestion.refused('notification-unreadable');
          advance(of, news, done, true);
          return 'taken';
        case 'no-secret':
          if (news.kind === 'order') return stall();
          // No couriers are ordered here, so no secret is needed.
          ingestion.refused('notification-without-secret');
          advance(of, news, done, true);
          return 'held';
        case 'wrong-signature':
          if (news.kind === 'order' && news.signature !== null) ingestion.wronglySigned(body);
          return notBelieved(of, news, NOT_SIGNED[news.kind][news.signature === null ? 'without' : 'with']);
        case 'not-a-token':
          return notBelieved(of, news, 'notification-unreadable');
        default:
          return stall();
      }
    }

    function stall(): NewsResult {
      isStalled = true;
      return 'not-now';
    }

    return {
      take,
      acks() {
        const due = [...progress].filter(([, { isNews, done }]) => isNews && done > 0);
        for (const [, of] of due) of.isNews = false;
        return due.map(([venueId, { done }]) => ({ type: 'ack', venueId, seq: done }));
      },
      flush() {
        const due = [...progress].filter(([, { isWritten }]) => !isWritten);
        if (due.length === 0) return;
        store.write(() => {
          for (const [venueId, { done }] of due) store.relay.keep(address, venueId, done);
        });
        for (const [, of] of due) of.isWritten = true;
      },
    };
  }

  /** The new position: before the first missing notification, and before a held one unless a later order notification verifies. */
  function doneWith({ done, held, came }: Progress, news: NewsFrame): number {
    const isBlocked = held !== null && !isPassed(held, news);
    return Math.max(done, isBlocked ? Math.min(came, held - 1) : came);
  }

  function isPassed(held: number, news: NewsFrame): boolean {
    return news.kind === 'order' && held < news.seq;
  }

  function advance(of: Progress, news: NewsFrame, done: number, isUnwritten: boolean): void {
    if (of.held !== null && isPassed(of.held, news)) {
      of.held = null;
      options.onPassedOver();
    }
    if (isUnwritten && done > of.done) of.isWritten = false;
    Object.assign(of, { done, isNews: true });
  }

  /** Unverified orders wait at the relay for the right secret. Courier updates don't: later orders would be sent again. */
  function notBelieved(of: Progress, news: NewsFrame, countedAs: string | null): NewsResult {
    if (countedAs !== null) ingestion.refused(countedAs);
    if (news.kind === 'delivery') {
      advance(of, news, doneWith(of, news), true);
      options.onPassedOver();
    } else if (news.seq > of.done) of.held = Math.min(news.seq, of.held ?? news.seq);
    return 'held';
  }

  /** For an event sealed for an earlier or lost key. */
  function notOpened(of: Progress, news: NewsFrame): NewsResult {
    ingestion.refused(NOT_OPENED);
    advance(of, news, doneWith(of, news), true);
    options.onNotOpened();
    return 'held';
  }

  return {
    begin,
    after: (venueId) => store.relay.after(address, venueId),
    restartSequence: (venueId) => store.write(() => store.relay.restartSequence(address, venueId)),
  };
}

/** False if so many are missing that reconnecting is better. */
function comesInTurn(of: Progress, { seq, after }: NewsFrame): boolean {
  if (after !== undefined && after > of.came) of.ahead.set(after, seq);
  else of.came = Math.max(of.came, seq);
  for (const [follows, ahead] of [...of.ahead].sort(([one], [other]) => one - other)) {
    if (follows > of.came) break;
    of.ahead.delete(follows);
    of.came = Math.max(of.came, ahead);
  }
  return of.ahead.size <= MOST_AHEAD;
}

/** Null if it isn't base64, too long, or damaged. */
function bodyOf({ body, sealed }: NewsFrame, sealPair: SealPair | null): Buffer | null | 'another-key' {
  const longest = LONGEST_BODY + (sealed ? MOST_ADDED_BY_SEALING : 0);
  if (body.length > longest * 1.4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return null;
  const bytes = sealed ? opened(Buffer.from(body, 'base64'), sealPair) : Buffer.from(body, 'base64');
  if (bytes === null || bytes === 'another-key') return bytes;
  return bytes.length > 0 && bytes.length <= LONGEST_BODY ? bytes : null;
}

function opened(sealed: Buffer, sealPair: SealPair | null): Buffer | null | 'another-key' {
  if (sealPair === null) return 'another-key';
  const found = open(sealed, sealPair);
  if (found.ok) return found.body;
  return found.why === 'another-key' ? found.why : null;
}
