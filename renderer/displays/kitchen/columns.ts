/** Columns of tickets on a display. CSS px at the default size. Pure. */
import type { Sized } from '../../layout/deal.ts';

const TICKET_MIN = 300;
const TICKET_MAX = 380;
const TICKET_GAP = 8;

/** Columns neither too wide to read nor too narrow for a dish. */
export function columnsIn(width: number): number {
  const wide = Math.ceil((width + TICKET_GAP) / (TICKET_MAX + TICKET_GAP));
  const most = Math.floor((width + TICKET_GAP) / (TICKET_MIN + TICKET_GAP));
  return Math.max(1, Math.min(wide, most));
}

/** Tickets keep their column or get the emptiest. `columnCount`: number of columns. */
export function assignColumns(cards: readonly Sized[], columnCount: number, before: ReadonlyMap<string, number>): Map<string, number> {
  const filled = Array.from({ length: Math.max(1, columnCount) }, () => 0);
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
