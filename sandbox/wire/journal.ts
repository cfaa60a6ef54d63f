/** The log of requests and webhooks with outcomes, without secrets. */
import type { Clock } from '../clock.ts';
import type { Shown } from './exchange.ts';

export interface RequestEntry {
  kind: 'request';
  service: string;
  method: string;
  path: string;
  /** Null if the connection was cut. */
  status: number | null;
  /** The endpoint in the interface document, or null. */
  operation: string | null;
  order_id: string | null;
  /** As received, for requests about an order. */
  body: string | null;
  size: number;
  took_effect: boolean;
  shown: Shown | null;
  fault: string | null;
}

export interface NotificationEntry {
  kind: 'notification';
  notification_id: string | null;
  type: string;
  status: string | null;
  order_id: string | null;
  attempt: number;
  /** ISO UTC; `at` is the time of the outcome. */
  sent_at: string;
  /** The receiver's HTTP status, or the error. */
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

/** A delivery webhook (section 6.2). */
export interface EventEntry {
  kind: 'event';
  type: string;
  webhook_id: string;
  attempt: number;
  outcome: string;
  fault: string | null;
}

/** A trouble of awkward mode, for an order or a venue. */
export interface AwkwardEntry {
  kind: 'awkward';
  order_id: string | null;
  venue_id: string;
  trouble: string;
  /** The fault, in the control API's form. */
  ordered: unknown;
}

export interface VenueEntry {
  kind: 'venue';
  venue_id: string;
  event: string;
  details: unknown;
}

type Event = RequestEntry | NotificationEntry | EventEntry | ChangeEntry | AwkwardEntry | VenueEntry;

export type Entry = { seq: number; at: string } & Event;

export interface Journal {
  write(entry: Event): void;
  /** Entries after `seq`, oldest first. */
  since(seq: number): Entry[];
  /** Entries about an order, oldest first. */
  of(orderId: string): Entry[];
}

/** `kept`: most entries; the oldest are dropped. */
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
