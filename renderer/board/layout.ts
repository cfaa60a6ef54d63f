/** Divides the width of the board: how many columns of cards for new and preparing orders, and where the others go. Pure. */

/** Lengths in CSS pixels at the usual size. */
export const CARD_MIN = 264;
export const GAP = 8;
const ZONE_GAP = 16;
export const RAIL = 72;
const HEAD = 48;
const PADDING = 16;
/** From here on what is ready and what is for later always has a column of its own. */
const WIDE = 1600;
/** What new orders get of the board, of a crowded one and of a calm one. */
const SHARE_OF_NEW = 0.4;
/** New orders give a column of cards away, and what is ready is taken out of the rail, only where it would not be needed with so many more. */
const MARGIN = 1.3;

export type Zone = 'new' | 'preparing';

/** What stands in a zone: how many orders, and how high their cards are one above the other. */
export interface Need {
  orders: number;
  height: number;
}

/**
 * `tabs`: one column of the board at a time. A zone with 0 lanes is a rail. `side`: ready, scheduled and done. `card`: how wide a column of
 * cards is, CSS pixels at the usual size; it does not depend on how many orders there are.
 */
export type Layout =
  | { kind: 'tabs'; lanes: number }
  | { kind: 'columns'; lanes: Record<Zone, number>; side: 'lane' | 'rail'; card: number };

export interface Room {
  width: number;
  height: number;
}

/** The layout for what is on the board; `before` stays where it is enough, so that no card moves without need. */
export function layoutFor(room: Room, needs: Record<Zone, Need> & { side: number }, before: Layout | null): Layout {
  if (room.width < 2 * CARD_MIN + RAIL + PADDING + 2 * ZONE_GAP) return { kind: 'tabs', lanes: lanesIn(room.width - PADDING) };
  const wanted = { new: lanesFor(needs.new, room), preparing: lanesFor(needs.preparing, room) };
  const side = sideFor(room, needs, wanted, before);
  const lanes = share(lanesBeside(room, wanted, side), wanted);
  const desired: Layout = { kind: 'columns', lanes, side, card: cardWidth(room, side) };
  return before !== null && isEnough(before, desired, wanted, lanesFor(withMore(needs.new), room)) ? before : desired;
}

/** What is ready and for later has a column where there are orders at all, and New and Preparing do without it, each with a column of its own. */
function sideFor(room: Room, needs: Record<Zone, Need> & { side: number }, wanted: Record<Zone, number>, before: Layout | null) {
  if (room.width >= WIDE) return 'lane';
  if (needs.new.orders + needs.preparing.orders + needs.side === 0) return 'rail';
  const isRail = before?.kind === 'columns' && before.side === 'rail' && wanted.new + wanted.preparing > 2;
  const cooked = isRail ? { new: lanesFor(withMore(needs.new), room), preparing: lanesFor(withMore(needs.preparing), room) } : wanted;
  return Math.max(1, cooked.new) + Math.max(1, cooked.preparing) <= lanesThatFit(room, BOTH, 'lane') ? 'lane' : 'rail';
}

const BOTH = { new: 1, preparing: 1 };
const withMore = ({ orders, height }: Need): Need => ({ orders, height: height * MARGIN });

/** As if all columns of cards were handed out. */
function cardWidth({ width }: Room, side: 'lane' | 'rail'): number {
  const lanes = lanesBeside({ width, height: 0 }, BOTH, side) + (side === 'lane' ? 1 : 0);
  const zones = side === 'lane' ? 3 : 2;
  const gaps = 2 * ZONE_GAP + (lanes - zones) * GAP;
  // The room is told without the board's edge; what is left over belongs to orders, to a quarter of a pixel.
  return Math.floor((4 * (width - (side === 'rail' ? RAIL : 0) - gaps)) / lanes) / 4;
}

function lanesFor({ orders, height }: Need, room: Room): number {
  return orders === 0 ? 0 : Math.max(1, Math.ceil(height / Math.max(1, room.height - HEAD)));
}

function lanesIn(width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (CARD_MIN + GAP)));
}

/** How many columns of cards there are beside the rails and the side: one for each zone that has orders, however narrow. */
function lanesBeside(room: Room, wanted: Record<Zone, number>, side: 'lane' | 'rail'): number {
  return Math.max((wanted.new > 0 ? 1 : 0) + (wanted.preparing > 0 ? 1 : 0), lanesThatFit(room, wanted, side));
}

function lanesThatFit({ width }: Room, wanted: Record<Zone, number>, side: 'lane' | 'rail'): number {
  const zones = [wanted.new, wanted.preparing].filter((lanes) => lanes > 0).length;
  const rails = 2 - zones + (side === 'rail' ? 1 : 0);
  const left = width - PADDING - rails * RAIL - 2 * ZONE_GAP;
  // Between two zones there is a wider gap than between two columns of one.
  return lanesIn(left + Math.max(0, zones - 1 + (side === 'lane' ? 1 : 0)) * GAP) - (side === 'lane' ? 1 : 0);
}

/** A zone has its share of the columns of cards, however few orders it has: the next one joins beside them. More where the other zone spares it. */
function share(lanes: number, wanted: Record<Zone, number>): Record<Zone, number> {
  const fair = Math.max(1, Math.round(lanes * SHARE_OF_NEW));
  const least = { new: fair, preparing: Math.max(1, lanes - fair) };
  if (wanted.new === 0 || wanted.preparing === 0) {
    const alone = (zone: Zone) => (wanted[zone] === 0 ? 0 : Math.min(lanes, Math.max(wanted[zone], least[zone])));
    return { new: alone('new'), preparing: alone('preparing') };
  }
  const [, between = fair] = [wanted.new, fair, lanes - wanted.preparing].sort((a, b) => a - b);
  return { new: between, preparing: lanes - between };
}

/** `wanted`: what the orders need. `needed`: what new orders can do with, and some more. */
function isEnough(before: Layout, desired: Layout, wanted: Record<Zone, number>, needed: number): boolean {
  if (before.kind === 'tabs' || desired.kind === 'tabs') return before.kind === desired.kind && before.lanes === desired.lanes;
  const isSame = (zone: Zone) => before.lanes[zone] > 0 === desired.lanes[zone] > 0;
  if (before.side !== desired.side || before.card !== desired.card || !isSame('new') || !isSame('preparing')) return false;
  if (wanted.new <= before.lanes.new && wanted.preparing <= before.lanes.preparing) return true;
  if (desired.lanes.new > before.lanes.new) return false;
  return desired.lanes.preparing <= before.lanes.preparing || before.lanes.new <= needed;
}

/** A card and the column of cards it stands in. */
export interface InLane {
  id: string;
  height: number;
}

/** Puts each card into a column of cards: where it stood, or where most room is left. `lanes`: how many there are. */
export function laneOf(cards: readonly InLane[], lanes: number, before: ReadonlyMap<string, number>): Map<string, number> {
  const filled = Array.from({ length: Math.max(1, lanes) }, () => 0);
  const found = new Map<string, number>();
  const fill = (lane: number, height: number) => {
    filled[lane] = (filled[lane] ?? 0) + height + GAP;
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
