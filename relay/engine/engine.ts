/**
 * Where notifications wait for their counters. Each reader of a venue has its own cursor: a notification is deleted once all readers have
 * acknowledged it, and without readers it waits for the first one.
 */

/** One request of the service, with what was found out about whom it is for. */
export interface Taken {
  kind: 'order' | 'delivery';
  /** Null where it cannot be told yet: an earlier delivery with one of the references may tell, or later an operator does. */
  venueId: string | null;
  /** By which a second sending is known: of one kind and venue. */
  notificationId: string;
  /** By which the service calls the delivery; news that names its venue makes them known. */
  references: readonly string[];
  /** The value of the signature header; null where the body carries its own. */
  signature: string | null;
  body: Buffer;
}

export interface KeptNews {
  seq: number;
  kind: 'order' | 'delivery';
  signature: string | null;
  body: Buffer;
  /** Epoch ms. */
  takenAt: number;
}

/** What became of it: kept for this venue, waiting for an operator, or kept before. */
export type Appended = { kept: 'venue'; venueId: string; seq: number } | { kept: 'unroutable' } | { kept: 'before' };

export interface VenueState {
  /** The newest news that there ever was, whether it still waits or not; 0 for none. */
  last: number;
  /** When that was taken, epoch ms. */
  takenAt: number | null;
}

export interface Backlog {
  waiting: number;
  /** When the oldest of it was taken, epoch ms. */
  oldestAt: number | null;
}

export interface Engine extends AsyncDisposable {
  /**
   * Resolves when it is on the disk, and then alone the service may be answered; rejects when it was not kept. The numbers of a venue's news
   * grow, with gaps, and after the file was lost they go on above those of before as long as the computer's clock does.
   */
  append(taken: Taken): Promise<Appended>;
  /** Tells of each venue that has news, after it was kept. Answers with what ends that. */
  onNews(tell: (venueId: string) => void): () => void;
  /** In order, at most so many and so many bytes of bodies, but at least one where there is any. */
  readAfter(venueId: string, after: number, most: { count: number; bytes: number }): Promise<KeptNews[]>;
  /** A reader of these venues, and of no others from now on. What it has acknowledged stays so. */
  setReader(reader: string, venueIds: readonly string[]): Promise<void>;
  /** Nothing waits for it any more. */
  removeReader(reader: string): Promise<void>;
  /** All of this venue up to here is safe at the reader. Never goes back; what is beyond the venue's last is not believed. May be forgotten by a power cut: then it is sent again. */
  acknowledge(reader: string, venueId: string, seq: number): Promise<void>;
  /** Up to where this reader has acknowledged, 0 for nothing; null for a venue that it does not read. */
  acknowledged(reader: string, venueId: string): Promise<number | null>;
  venue(venueId: string): Promise<VenueState>;
  /** The venue that earlier news named together with one of these references; null where none did. */
  venueOf(references: readonly string[]): Promise<string | null>;
  /** For one reader what it has not acknowledged; with null what is not deleted yet. */
  backlog(venueId: string, reader: string | null): Promise<Backlog>;
  /** Of all venues what was not deleted yet. */
  waiting(): Promise<Backlog>;
  /** Venues with news and without a reader. */
  unreadVenues(): Promise<(Backlog & { venueId: string })[]>;
  unroutable(most: number): Promise<(KeptNews & { reference: string | null })[]>;
  countUnroutable(): Promise<Backlog>;
  /** An operator knows better: gives it to this venue. False where there is no such one any more. */
  route(seq: number, venueId: string): Promise<boolean>;
  /** Deletes what was taken before (epoch ms) and is still there; answers with how much it was in this turn. */
  expire(before: number): Promise<number>;
  /** What was deleted unfetched, by venue; '' stands for what had none. */
  expired(): Promise<{ venueId: string; count: number; lastAt: number }[]>;
  /** Writes so many bytes to the disk, over those of the time before. False where it does not take them. */
  canWrite(bytes: number): Promise<boolean>;
}
