/** How the board shares its width: how many columns of cards new and preparing orders get, and where the rest stands. Pure. */

/** Lengths in CSS pixels at the usual size. */
export const CARD_MIN = 264;
export const GAP = 8;
const ZONE_GAP = 16;
export const RAIL = 72;
const HEAD = 48;
const PADDING = 16;
/** From here on what is ready and what is for later always has a column of its own. */
const WIDE = 1600;
/** New orders never take more of a crowded board than this. */
const SHARE_OF_NEW = 0.4;
/** New orders give a column of cards away only when they would not need it with so many more. */
const MARGIN = 1.3;

export type Zone = 'new' | 'preparing';

/** What stands in a zone: how many orders, and how high their cards are one above the other. */
export interface Need {
  orders: number;
  height: number;
}

/** `tabs`: one column of the board at a time. A zone with 0 lanes is a rail. `side`: ready, scheduled and done. */
export type Layout = { kind: 'tabs'; lanes: number } | { kind: 'columns'; lanes: Record<Zone, number>; side: 'lane' | 'rail' };

export interface Room {
  width: number;
  height: number;
}

/** The layout for what is on the board; `before` stays where it is enough, so that no card moves without need. */
export function layoutFor(room: Room, needs: Record<Zone, Need> & { side: number }, before: Layout | null): Layout {
  if (room.width < 2 * CARD_MIN + RAIL + PADDING + 2 * ZONE_GAP) return { kind: 'tabs', lanes: lanesIn(room.width - PADDING) };
  const wanted = { new: lanesFor(needs.new, room), preparing: lanesFor(needs.preparing, room) };
  const withLane = lanesBeside(room, wanted, 'lane');
  const isRoomForLane = room.width >= WIDE || (needs.side > 0 && wanted.new + wanted.preparing <= withLane);
  const side = isRoomForLane ? 'lane' : 'rail';
  const desired: Layout = { kind: 'columns', lanes: share(side === 'lane' ? withLane : lanesBeside(room, wanted, 'rail'), wanted), side };
  return before !== null && isEnough(before, desired, lanesFor({ ...needs.new, height: needs.new.height * MARGIN }, room))
    ? before
    : desired;
}

function lanesFor({ orders, height }: Need, room: Room): number {
  return orders === 0 ? 0 : Math.max(1, Math.ceil(height / Math.max(1, room.height - HEAD)));
}

function lanesIn(width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (CARD_MIN + GAP)));
}

/** How many columns of cards fit beside the rails and the side. */
function lanesBeside({ width }: Room, wanted: Record<Zone, number>, side: 'lane' | 'rail'): number {
  const zones = [wanted.new, wanted.preparing].filter((lanes) => lanes > 0).length;
  const rails = 2 - zones + (side === 'rail' ? 1 : 0);
  const left = width - PADDING - rails * RAIL - 2 * ZONE_GAP;
  // Between two zones there is a wider gap than between two columns of one.
  return Math.max(zones, lanesIn(left + Math.max(0, zones - 1 + (side === 'lane' ? 1 : 0)) * GAP) - (side === 'lane' ? 1 : 0));
}

function share(lanes: number, wanted: Record<Zone, number>): Record<Zone, number> {
  if (wanted.new + wanted.preparing <= lanes) return wanted;
  if (wanted.new === 0 || wanted.preparing === 0) return { new: Math.min(lanes, wanted.new), preparing: Math.min(lanes, wanted.preparing) };
  const fair = Math.min(wanted.new, Math.max(1, Math.round(lanes * SHARE_OF_NEW)));
  const preparing = Math.min(wanted.preparing, lanes - fair);
  return { new: lanes - preparing, preparing };
}

/** `needed`: what new orders can do with, and some more. */
function isEnough(before: Layout, desired: Layout, needed: number): boolean {
  if (before.kind === 'tabs' || desired.kind === 'tabs') return before.kind === desired.kind && before.lanes === desired.lanes;
  const isSame = (zone: Zone) => before.lanes[zone] > 0 === desired.lanes[zone] > 0;
  if (before.side !== desired.side || !isSame('new') || !isSame('preparing')) return false;
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
