/** Formats epoch ms for responses and frames: ISO UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
