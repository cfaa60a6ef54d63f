/** A moment in a sentence, the same for everybody: "2026-11-22 14:05", in UTC. `at`: epoch ms. */
export function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
