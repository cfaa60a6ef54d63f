/** How many columns of tickets fit on a display, and an estimate of the height of a ticket. In CSS pixels at the default size. Pure. */
import type { Ticket } from './tickets.ts';

const TICKET_MIN = 300;
const TICKET_MAX = 380;
export const TICKET_GAP = 8;

/** As many as leave none wider than reads well, and none narrower than holds a dish. */
export function columnsIn(width: number): number {
  const wide = Math.ceil((width + TICKET_GAP) / (TICKET_MAX + TICKET_GAP));
  const most = Math.floor((width + TICKET_GAP) / (TICKET_MIN + TICKET_GAP));
  return Math.max(1, Math.min(wide, most));
}

const HEAD = 66;
const STRIP = 34;
const NOTE_LINE = 24;
const NOTE = 22;
const TROUBLE = 70;
const ALLERGY = 40;
const STATION_HEAD = 34;
const BESIDE_DISH = 70;
/** The button that marks it sold out. */
const BESIDE_SALE = 48;
const BESIDE_NOTE = 60;
const LETTER = 0.54;

/** For a ticket of this width with dishes of this size. `withSale`: each has a button beside it. */
export function ticketHeight(
  { order, lines, own }: Ticket,
  width: number,
  dishSize: number,
  { withStations, withSale }: { withStations: boolean; withSale: boolean },
): number {
  const besideDish = BESIDE_DISH + (withSale ? BESIDE_SALE : 0);
  const rows = (text: string, size: number, beside: number) => Math.max(1, Math.ceil((text.length * size * LETTER) / (width - beside)));
  const dishes = lines.map(({ item: { name, options, participants } }) => {
    const people = participants.length > 0 ? ' · people' : '';
    const more = options.length > 0 ? options.map(({ value }) => value).join(', ') + people : '';
    const high = rows((name ?? '') + (more === '' ? people : ''), dishSize, besideDish) * dishSize * 1.23;
    return Math.max(48, high + (more === '' ? 0 : rows(more, dishSize * 0.77, besideDish) * dishSize * 0.92) + 6);
  });
  const note = order.comment === null ? 0 : rows(order.comment, 18, BESIDE_NOTE) * NOTE_LINE + NOTE;
  const allergy = order.allergies === null ? 0 : ALLERGY;
  const strips = [order.courier !== null, order.kitchen?.priority, order.people > 0].filter(Boolean).length * STRIP;
  const stations = withStations ? own.length * STATION_HEAD + 56 : 0;
  return HEAD + allergy + dishes.reduce((total, one) => total + one, 4) + note + strips + stations + order.trouble.length * TROUBLE;
}
