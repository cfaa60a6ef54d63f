/** Notifications as stored, and the hash that detects duplicates. */
import { hash } from 'node:crypto';
import type { KeptNews, Taken } from '../engine.ts';

/** Something taken, as it is kept: known again by its hash. */
export interface Entry extends Omit<Taken, 'notificationId'> {
  hash: Buffer;
  /** Epoch ms. */
  takenAt: number;
}

export interface Row {
  seq: number;
  kind: 'order' | 'delivery';
  signature: string | null;
  body: Buffer;
  taken_at: number;
}

/** Of what names no venue. */
export type UnroutableRow = Row & { reference: string | null };

export function asNews({ seq, kind, signature, body, taken_at }: Row): KeptNews {
  return { seq, kind, signature, body, takenAt: taken_at };
}

/** Of the venue, too: what two venues were told under one id are two things. */
export function hashOf({ kind, venueId, notificationId }: Taken): Buffer {
  return hash('sha256', JSON.stringify([kind, venueId, notificationId]), 'buffer').subarray(0, 16);
}
