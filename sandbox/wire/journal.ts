/** Everything the service did, in order: each request it served and each notification it sent, with its outcome. Never a secret. */
import type { Clock } from '../clock.ts';
import type { Shown } from './exchange.ts';

export interface RequestEntry {
  kind: 'request';
  /** Which of the service's addresses was called. */
  service: string;
  method: string;
  path: string;
  /** What was answered; null when the connection was cut without an answer. */
  status: number | null;
  /** The name of the endpoint in the interface document, or null where there is none. */
  operation: string | null;
  order_id: string | null;
  /** As it came, of a request about an order; null for every other. */
  body: string | null;
  /** Bytes of the body. */
  size: number;
  /** True when the order was changed by it. */
  took_effect: boolean;
  /** What a reading of an order showed; null for every other request. */
  shown: Shown | null;
  /** The fault that was ordered for it. */
  fault: string | null;
}

export interface NotificationEntry {
  kind: 'notification';
  /** Null for an event of a venue. */
  notification_id: string | null;
  type: string;
  status: string | null;
  /** Null for an event of a venue. */
  order_id: string | null;
  attempt: number;
  /** When it left, ISO UTC; `at` is when its outcome was known. */
  sent_at: string;
  /** The receiver's answer: its HTTP status, or what went wrong. */
  outcome: string;
  fault: string | null;
}

export interface ChangeEntry {
  kind: 'order';
  order_id: string;
  order_number: string;
  state: string;
  event: string;
  by: string;
}

/** An event of the delivery API (section 6.2). */
export interface EventEntry {
  kind: 'event';
  type: string;
  webhook_id: string;
  attempt: number;
  outcome: string;
  fault: string | null;
}

/** What the awkward mode did: to one order, or to a whole venue. */
export interface AwkwardEntry {
  kind: 'awkward';
  order_id: string | null;
  venue_id: string;
  trouble: string;
  /** What was ordered, as the control API takes it. */
  ordered: unknown;
}

/** What became of a venue or its menu: a change that was asked for took effect. */
export interface VenueEntry {
  kind: 'venue';
  venue_id: string;
  /** The endpoint that was asked, or what happened. */
  event: string;
  details: unknown;
}

type Event = RequestEntry | NotificationEntry | EventEntry | ChangeEntry | AwkwardEntry | VenueEntry;

export type Entry = { seq: number; at: string } & Event;

export interface Journal {
  write(entry: Event): void;
  /** Entries after `seq`, oldest first. */
  since(seq: number): Entry[];
  /** All that is still known of an order, oldest first. */
  of(orderId: string): Entry[];
}

/** `kept`: so many entries at most; the oldest leave first. */
export function createJournal(clock: Clock, kept = 100_000): Journal {
  const entries: Entry[] = [];
  let seq = 0;
  return {
    write(entry) {
      seq += 1;
      entries.push({ seq, at: clock.iso(), ...entry });
      if (entries.length > kept) entries.splice(0, Math.ceil(kept / 10));
    },
    since: (after) => {
      const first = entries[0]?.seq ?? 1;
      return entries.slice(Math.max(0, after + 1 - first));
    },
    of: (orderId) => entries.filter((entry) => 'order_id' in entry && entry.order_id === orderId),
  };
}
