/** Epoch ms and the ISO UTC text of times. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Null for none and for an unreadable one. */
export function timeOf(iso: string | null): number | null {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}
