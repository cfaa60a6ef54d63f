/**
 * Stores notifications for counters. A venue's readers have cursors: a notification is deleted once all acknowledged it, and waits if there
 * are none.
 */

/** A request of the service with its route. */
export interface ServiceRequest {
  kind: 'order' | 'delivery';
  /** Null if unknown; an earlier delivery's reference or an operator may decide later. */
  venueId: string | null;
  /** Detects duplicates within a kind and venue. */
  notificationId: string;
  /** The service's references of the delivery; a notification with a venue links them to it. */
  references: readonly string[];
  /** The signature header; null if the body is signed. */
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

/** Stored for a venue, waiting for an operator, or a duplicate. */
export type Appended = { kept: 'venue'; venueId: string; seq: number } | { kept: 'unroutable' } | { kept: 'before' };

export interface VenueState {
  /** The newest number ever assigned; 0 for none. */
  last: number;
  /** Its time, epoch ms. */
  takenAt: number | null;
}

export interface Backlog {
  waiting: number;
  /** The oldest's time, epoch ms. */
  oldestAt: number | null;
}

export interface Engine extends AsyncDisposable {
  /**
   * Resolves once it's on disk, so the service may be answered; else rejects. A venue's numbers increase, with gaps, also after the loss of
   * the file if the clock is right.
   */
  append(taken: ServiceRequest): Promise<Appended>;
  /** Calls `tell` for each venue with a stored notification. Returns a stop function. */
  onNews(tell: (venueId: string) => void): () => void;
  /** In order, limited by count and bytes, but at least one if any waits. */
  readAfter(venueId: string, after: number, most: { count: number; bytes: number }): Promise<StoredNews[]>;
  /** Replaces the reader's venues; keeps acknowledgements. */
  setReader(reader: string, venueIds: readonly string[]): Promise<void>;
  removeReader(reader: string): Promise<void>;
  /**
   * Everything of the venue up to `seq` is safe at the reader. Never decreases; ignores unknown numbers. A power cut may lose it, which
   * causes a repeat.
   */
  acknowledge(reader: string, venueId: string, seq: number): Promise<void>;
  /** 0 for none; null for a venue it doesn't read. */
  acknowledged(reader: string, venueId: string): Promise<number | null>;
  venue(venueId: string): Promise<VenueState>;
  /** The venue that earlier notifications linked to a reference, or null. */
  venueOf(references: readonly string[]): Promise<string | null>;
  /** Unacknowledged by this reader; null: not deleted. */
  backlog(venueId: string, reader: string | null): Promise<Backlog>;
  waiting(): Promise<Backlog>;
  /** Venues with notifications but no readers. */
  unreadVenues(): Promise<(Backlog & { venueId: string })[]>;
  unroutable(most: number): Promise<(StoredNews & { reference: string | null })[]>;
  countUnroutable(): Promise<Backlog>;
  /** An operator assigns it to a venue. False if it no longer exists. */
  route(seq: number, venueId: string): Promise<boolean>;
  /** Deletes up to one batch from before `before` (epoch ms); returns its size. */
  expire(before: number): Promise<number>;
  /** Deleted before delivery, by venue; '' if unknown. */
  expired(): Promise<{ venueId: string; count: number; lastAt: number }[]>;
  /** Overwrites a test area of this size. False if the disk refuses. */
  canWrite(bytes: number): Promise<boolean>;
}
