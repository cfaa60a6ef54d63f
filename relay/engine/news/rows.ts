/** Stored notifications, and the hash that detects duplicates. */
import { hash } from 'node:crypto';
import type { ServiceRequest, StoredNews } from '../engine.ts';

export interface Entry extends Omit<ServiceRequest, 'notificationId'> {
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

/** A notification without a known venue. */
export type UnroutableRow = Row & { reference: string | null };

export function toStoredNews({ seq, kind, signature, body, taken_at }: Row): StoredNews {
  return { seq, kind, signature, body, takenAt: taken_at };
}

/** Includes the venue: two venues may use the same ID. */
export function hashOf({ kind, venueId, notificationId }: ServiceRequest): Buffer {
  return hash('sha256', JSON.stringify([kind, venueId, notificationId]), 'buffer').subarray(0, 16);
}
