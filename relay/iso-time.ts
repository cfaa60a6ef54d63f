/** Epoch ms to and from ISO UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function timeOf(iso: string | null): number | null {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}
