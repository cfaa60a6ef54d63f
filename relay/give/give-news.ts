/**
 * Gives a counter its notifications: in order per venue, venues in turn, as fast as the counter reads. Unacknowledged ones repeat in the
 * next session.
 */
import type { RelayFrame } from '../../contract/relay/wire.ts';
import type { Engine, StoredNews, VenueState } from '../engine/engine.ts';
import { isoTime } from '../iso-time.ts';
import type { Sealing } from '../seal/sealing.ts';

export interface Outlet {
  send(frame: RelayFrame): void;
  /** While true, the session sends no notifications; `resume` continues. */
  isFull(): boolean;
}

export interface Giving {
  has(venueId: string): boolean;
  venueIds(): string[];
  /** `after`: the counter's position. Returns the venue's last number, as far as it's known. */
  add(venueId: string, after: number): Promise<number>;
  acknowledge(venueId: string, seq: number): Promise<void>;
  wake(venueId: string): void;
  /** Call once the outlet takes more. */
  goOn(): void;
  /** When the last known notification was received, epoch ms. */
  newsAt(): number | null;
  end(): void;
}

/** Notifications sent per turn of the event loop, so that other sessions get theirs. More than a poll response holds. */
const MOST_IN_TURN = 128;
const READ_AT_ONCE = { count: 16, bytes: 128 * 1024 };

export function createGiving(options: {
  counterId: string;
  engine: Engine;
  sealing: Sealing;
  sealKey: () => string | null;
  outlet: Outlet;
  mostUnacknowledged: number;
  /** By venue: the last place given early. */
  earlyGiven: Map<string, number>;
  onDefect: (error: unknown) => void;
}): Giving {
  const { counterId, engine, outlet } = options;
  /** By venue: numbers of the last notification sent and of unacknowledged ones. `isChecked`: the database has seen the former. */
  const venues = new Map<string, { sent: number; waiting: number[]; isChecked: boolean }>();
  /** Venues that may have more notifications to send. */
  const due = new Set<string>();
  /** The same for early ones. */
  const earlyDue = new Set<string>();
  let unacknowledged = 0;
  let givenInTurn = 0;
  let newsAt: number | null = null;
  let isPumping = false;
  let isAsked = false;
  let isOver = false;

  function pump(): void {
    try {
      for (const venueId of earlyDue) giveEarly(venueId);
    } catch (error) {
      options.onDefect(error);
    }
    isAsked = true;
    if (!isPumping) give().catch(options.onDefect);
  }

  /** Sends due notifications, and starts over if `pump` was called meanwhile. */
  async function give(): Promise<void> {
    isPumping = true;
    try {
      while (isAsked && !isOver) {
        isAsked = false;
        for (const venueId of due) {
          const room = options.mostUnacknowledged - unacknowledged;
          if (isOver || outlet.isFull() || room <= 0 || givenInTurn >= MOST_IN_TURN) break;
          await giveOf(venueId, room);
        }
      }
    } finally {
      isPumping = false;
    }
  }

  async function giveOf(venueId: string, room: number): Promise<void> {
    const venue = venues.get(venueId);
    due.delete(venueId);
    if (!venue) return;
    if (!venue.isChecked) {
      const state = await engine.venue(venueId);
      // The engine wakes the venue later.
      if (state === null) return;
      venue.sent = positionIn(state, venue.sent);
      venue.isChecked = true;
    }
    const found = await engine
      .readAfter(venueId, venue.sent, { ...READ_AT_ONCE, count: Math.min(READ_AT_ONCE.count, room) })
      .catch((error: unknown) => {
        due.add(venueId);
        throw error;
      });
    if (isOver) return;
    for (const news of found) {
      const { seq } = news;
      send(venueId, news, { seq, after: venue.sent });
      venue.sent = seq;
      venue.waiting.push(seq);
      unacknowledged += 1;
    }
    // There may be more: the venue queues behind the others.
    if (found.length > 0) due.add(venueId);
  }

  /** These come again with a number, so they aren't acknowledged. */
  function giveEarly(venueId: string): void {
    while (!isOver && !outlet.isFull() && givenInTurn < MOST_IN_TURN) {
      const found = engine.early(venueId, options.earlyGiven.get(venueId) ?? 0, READ_AT_ONCE.count);
      if (found.length === 0) return void earlyDue.delete(venueId);
      for (const news of found) {
        if (outlet.isFull()) return;
        send(venueId, news, { seq: 0 });
        options.earlyGiven.set(venueId, news.seq);
      }
    }
  }

  function send(venueId: string, news: StoredNews, number: { seq: number; after?: number }): void {
    const { kind, signature, takenAt } = news;
    const { body, sealed } = options.sealing.given(news, options.sealKey());
    const how = { ...number, ...(sealed ? { sealed } : {}) };
    outlet.send({ type: 'news', venueId, takenAt: isoTime(takenAt), kind, signature, ...how, body: body.toString('base64') });
    newsAt = Math.max(newsAt ?? 0, takenAt);
    if (givenInTurn === 0) setImmediate(nextTurn);
    givenInTurn += 1;
  }

  function nextTurn(): void {
    givenInTurn = 0;
    pump();
  }

  return {
    has: (venueId) => venues.has(venueId),
    venueIds: () => [...venues.keys()],
    async add(venueId, after) {
      const state = await engine.venue(venueId);
      const sent = positionIn(state, after);
      if (sent === after) await engine.acknowledge(counterId, venueId, after);
      venues.set(venueId, { sent, waiting: [], isChecked: state !== null });
      due.add(venueId);
      earlyDue.add(venueId);
      newsAt = Math.max(newsAt ?? 0, state?.takenAt ?? 0) || null;
      return state?.last ?? after;
    },
    async acknowledge(venueId, seq) {
      const venue = venues.get(venueId);
      if (!venue) return;
      await engine.acknowledge(counterId, venueId, seq);
      const left = venue.waiting.filter((sent) => sent > seq);
      unacknowledged -= venue.waiting.length - left.length;
      venue.waiting = left;
      pump();
    },
    wake(venueId) {
      due.add(venueId);
      earlyDue.add(venueId);
      pump();
    },
    goOn: pump,
    newsAt: () => newsAt,
    end() {
      isOver = true;
    },
  };
}

/** If the counter knows a later number, this relay lost its database: it sends everything, as counters detect duplicates. */
function positionIn(state: VenueState | null, after: number): number {
  return state === null || after <= state.last ? after : 0;
}
