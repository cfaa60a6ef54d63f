/**
 * Stores notifications for counters. A venue's readers have cursors: a notification is deleted once all acknowledged it, and waits if there
 * are none.
 */

export interface ServiceRequest {
  kind: 'order' | 'delivery';
  /** Null if unknown: a delivery reference linked to a venue, or the operator, decides it. */
  venueId: string | null;
  /** Detects duplicates of the same kind and venue. */
  notificationId: string;
  /** The service's references to the delivery. A notification with a venue links them to that venue. */
  references: readonly string[];
  /** The signature header; null if the body is a signed token. */
  signature: string | null;
  body: Buffer;
}

export interface StoredNews {
  seq: number;
  kind: 'order' | 'delivery';
  signature: string | null;
  body: Buffer;
  /** Epoch ms. */
  takenAt: number;
}

/** The request was stored for a venue or for an operator to assign, is a duplicate (`before`), or is only on this relay's disk (`spooled`). */
export type Appended = { kept: 'venue'; venueId: string; seq: number } | { kept: 'unroutable' } | { kept: 'before' } | { kept: 'spooled' };

export interface VenueState {
  /** The newest number ever assigned; 0 for none. */
  last: number;
  /** When that notification was received, epoch ms. */
  takenAt: number | null;
}

export interface Backlog {
  waiting: number;
  /** When the oldest waiting notification was received, epoch ms. */
  oldestAt: number | null;
}

export const NOTHING_WAITING: Backlog = { waiting: 0, oldestAt: null };

export interface Engine extends AsyncDisposable {
  /**
   * Resolves once the request is on disk, so the service may be answered; else rejects. A venue's notification numbers increase, with gaps,
   * even after the database file was lost, if the clock is right.
   */
  append(taken: ServiceRequest): Promise<Appended>;
  /** Calls `tell` with each venue that gets a notification, or can be read again. Returns a function that ends this. */
  onNews(tell: (venueId: string) => void): () => void;
  /** The venue's notifications after a number, in sequence, limited by count and bytes, but at least one if any waits. */
  readAfter(venueId: string, after: number, most: { count: number; bytes: number }): Promise<StoredNews[]>;
  /** The venue's notifications that only this relay's disk has. `seq` is their place on it. */
  early(venueId: string, after: number, most: number): StoredNews[];
  /** Replaces the reader's venues; keeps acknowledgements. */
  setReader(reader: string, venueIds: readonly string[]): Promise<void>;
  removeReader(reader: string): Promise<void>;
  /**
   * Marks the venue's notifications up to `seq` as saved by the reader. The mark never goes back; unknown numbers are ignored. If a power
   * cut loses the mark, those notifications are sent again.
   */
  acknowledge(reader: string, venueId: string, seq: number): Promise<void>;
  /** The last number; 0 for none, null for a venue this reader doesn't read. */
  acknowledged(reader: string, venueId: string): Promise<number | null>;
  /** Null while the database is away. */
  venue(venueId: string): Promise<VenueState | null>;
  /** The venue that earlier notifications linked to one of the references, or null. */
  venueOf(references: readonly string[]): Promise<string | null>;
  /** Notifications without this reader's acknowledgement; for null, all that aren't deleted. */
  backlog(venueId: string, reader: string | null): Promise<Backlog>;
  /** The same by reader, over all its venues; those without are missing. */
  backlogs(): Promise<ReadonlyMap<string, Backlog>>;
  /** When each venue last got a notification, epoch ms. */
  lastTaken(): Promise<ReadonlyMap<string, number>>;
  waiting(): Promise<Backlog>;
  /** Venues with notifications but no readers. */
  unreadVenues(): Promise<(Backlog & { venueId: string })[]>;
  unroutable(most: number): Promise<(StoredNews & { reference: string | null })[]>;
  countUnroutable(): Promise<Backlog>;
  /** Assigns a notification without a venue to one, for the operator. False if it no longer exists. */
  route(seq: number, venueId: string): Promise<boolean>;
  /** Deletes a batch of notifications from before `before` (epoch ms). Returns how many. */
  expire(before: number): Promise<number>;
  /** How many notifications expired unfetched, by venue; '' if unknown. */
  expired(): Promise<{ venueId: string; count: number; lastAt: number }[]>;
  /** Notifications that are only on this relay's disk until the database takes them. */
  spooled(): Backlog;
  /** Whether the disk takes this many bytes, tried with a test row. */
  canWrite(bytes: number): Promise<boolean>;
}
