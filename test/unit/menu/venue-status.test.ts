/** The venue's status is read from either place in the response. */
import { expect, test } from 'vitest';
import { venueStatus } from '../../../main/menu/venue-status.ts';

test.each<[body: Record<string, unknown>, isOpen: boolean | null, isOnline: boolean | null]>([
  // Section 2.6 has the flags at the top; real responses have them under `status`.
  [{ is_open: true }, true, null],
  [{ is_open: false, is_online: true }, false, true],
  [{ status: { is_open: false, is_online: true } }, false, true],
  [{ status: { is_online: false }, is_open: true }, true, false],
  [{ status: { is_open: false, is_online: false }, is_open: true, is_online: true }, false, false],
  [{ status: { is_open: 'yes', is_online: 1 } }, null, null],
  [{ status: null }, null, null],
])('%j says whether the venue is open: %s, and online: %s', (body, isOpen, isOnline) => {
  expect(venueStatus(body)).toMatchObject({ isOpen, isOnline });
});
