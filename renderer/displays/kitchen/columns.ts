/** How many columns of tickets fit on a display, and which ticket stands in which. In CSS pixels at the default size. Pure. */
import type { Sized } from '../../layout/deal.ts';

const TICKET_MIN = 300;
const TICKET_MAX = 380;
const TICKET_GAP = 8;

/** As many as leave none wider than reads well, and none narrower than holds a dish. */
export function columnsIn(width: number): number {
  const wide = Math.ceil((width + TICKET_GAP) / (TICKET_MAX + TICKET_GAP));
  const most = Math.floor((width + TICKET_GAP) / (TICKET_MIN + TICKET_GAP));
  return Math.max(1, Math.min(wide, most));
}

/** Puts each ticket into a column: where it stood, or where most room is left. `lanes`: how many there are. */
export function laneOf(cards: readonly Sized[], lanes: number, before: ReadonlyMap<string, number>): Map<string, number> {
  const filled = Array.from({ length: Math.max(1, lanes) }, () => 0);
  const found = new Map<string, number>();
  const fill = (lane: number, height: number) => {
    filled[lane] = (filled[lane] ?? 0) + height + TICKET_GAP;
  };
  for (const { id, height } of cards) {
    const lane = before.get(id);
    if (lane === undefined || lane >= filled.length) continue;
    found.set(id, lane);
    fill(lane, height);
  }
  for (const { id, height } of cards) {
    if (found.has(id)) continue;
    const lane = filled.indexOf(Math.min(...filled));
    found.set(id, lane);
    fill(lane, height);
  }
  return found;
}
