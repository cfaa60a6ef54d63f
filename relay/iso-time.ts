/** As a moment (epoch ms) is written in answers and frames: ISO UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
