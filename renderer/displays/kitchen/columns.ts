/** How many columns of tickets fit on a display. In CSS pixels at the default size. Pure. */

const TICKET_MIN = 300;
const TICKET_MAX = 380;
const TICKET_GAP = 8;

/** As many as leave none wider than reads well, and none narrower than holds a dish. */
export function columnsIn(width: number): number {
  const wide = Math.ceil((width + TICKET_GAP) / (TICKET_MAX + TICKET_GAP));
  const most = Math.floor((width + TICKET_GAP) / (TICKET_MIN + TICKET_GAP));
  return Math.max(1, Math.min(wide, most));
}
