/**
 * Divides the board: how many columns of cards each of its columns has, and which card stands where. No order lies below the edge while
 * there is room for it; new ones have it first. Pure.
 */
import { type Dealt, deal, dealAgain, FOOT, GAP, heightOf, join, lanesFor, type Sized } from './deal.ts';

/** Lengths in CSS pixels at the usual size. */
export const CARD_MIN = 264;
export const ZONE_GAP = 16;
/** At the end: columns without orders, those that are folded, and what is done. */
export const RAIL = 80;
export const HEAD = 48;
/** The board's own edges, together. */
export const PADDING = 16;
/** With so many columns of cards ready and scheduled orders always have one of them. */
const ALWAYS_SIDE = 5;
/** What is left to orders being prepared while new ones need all there is, of all columns of cards. */
const LEAST_PREPARING = 1 / 3;

export const ZONES = ['new', 'preparing', 'ready', 'scheduled'] as const;
export type Zone = (typeof ZONES)[number];

export type Cards = Record<Zone, readonly Sized[]>;

/** How many columns of cards each has; 0 is the rail. `shared`: ready and scheduled orders stand in one, below each other. */
interface Shares {
  lanes: Record<Zone, number>;
  shared: boolean;
}

interface Stands {
  columns: Record<Zone, string[][]>;
  /** Those below the edge, the most urgent first. */
  hidden: Record<Zone, string[]>;
}

/** `tabs`: one column of the board at a time. `card`: how wide a card is; it doesn't depend on how many orders there are. */
type Columns = { kind: 'columns'; card: number } & Shares & Stands;
export type Layout = ({ kind: 'tabs'; lanes: number } & Stands) | Columns;

/** All that the board has, its edges included. */
export interface Room {
  width: number;
  height: number;
}

/** `cards`: of each column of the board, the most urgent first. `before`: kept where that hides nothing. */
export function layoutFor(room: Room, cards: Cards, before: Layout | null): Layout {
  const height = heightFor(room);
  const most = lanesThatFit(room.width);
  if (most < 2) {
    const lanes = Math.max(1, Math.floor((room.width - PADDING + GAP) / (CARD_MIN + GAP)));
    return { kind: 'tabs', lanes, ...dealAll(cards, { lanes: ofEach(() => lanes), shared: false }, height, before) };
  }
  const card = cardWidth(room.width, most);
  const kept = before?.kind === 'columns' && before.card === card ? keptLayout(before, cards, height) : null;
  if (kept) return kept;
  const shares = share(most, cards, height);
  return { kind: 'columns', card, ...shares, ...dealAll(cards, shares, height, before) };
}

/** While someone may reach for a card nothing moves: what comes joins at the end, and a column that had no orders keeps them in the rail. */
export function joined(room: Room, cards: Cards, before: Layout): Layout {
  const columns = ofEach((zone) => (lanesOf(before, zone) === 0 ? [] : join(cards[zone], before.columns[zone], heightFor(room))));
  return { ...before, columns };
}

export function lanesOf(layout: Layout, zone: Zone): number {
  return layout.kind === 'tabs' ? layout.lanes : layout.lanes[zone];
}

/** What a column of cards can have in sight, also while a new order rings; on a phone below the tabs. */
export function heightFor({ width, height }: Room): number {
  return height - (lanesThatFit(width) < 2 ? HEAD : 0) - HEAD - FOOT;
}

/** The columns of the board as wide as they are, where each that has orders shows all of them and has no column of cards for nothing. */
function keptLayout(before: Columns, cards: Cards, height: number): Columns | null {
  if (ZONES.some((zone) => cards[zone].length > 0 !== before.lanes[zone] > 0)) return null;
  const dealt = dealAll(cards, before, height, before);
  const isFull = ZONES.every((zone) => dealt.hidden[zone].length === 0 && dealt.columns[zone].every((ids) => ids.length > 0));
  return isFull ? { ...before, ...dealt } : null;
}

function dealAll(cards: Cards, { lanes, shared }: Shares, height: number, before: Layout | null): Stands {
  const dealt = ofEach((zone): Dealt => {
    const count = lanes[zone];
    if (count === 0) return { columns: [], hidden: [] };
    const own = shared && zone === 'scheduled' ? belowReady(cards, height) : height;
    return before ? dealAgain(cards[zone], before.columns[zone], count, own) : deal(cards[zone], count, own);
  });
  return { columns: ofEach((zone) => dealt[zone].columns), hidden: ofEach((zone) => dealt[zone].hidden) };
}

/** Who needs width gets it, new orders first; ready and scheduled ones get what is left, and share one column of cards or fold where that is little. */
function share(most: number, cards: Cards, height: number): Shares {
  const needs = ofEach((zone) => lanesFor(cards[zone], most, height));
  const hasSide = needs.ready + needs.scheduled > 0;
  const forBoth = most - (hasSide && most >= ALWAYS_SIDE ? 1 : 0);
  const least = Math.min(needs.preparing, Math.max(1, Math.round(forBoth * LEAST_PREPARING)));
  const fresh = Math.min(needs.new, forBoth - least);
  const preparing = Math.min(needs.preparing, forBoth - fresh);
  const left = most - fresh - preparing;
  // In the last column of cards what is ready stands whole, and below it as much of what is scheduled as has room.
  const below = needs.ready === 1 && needs.scheduled > 0 ? belowReady(cards, height) : 0;
  const isAny = left === 1 && cards.scheduled.some((card) => card.height <= below);
  const shared = left > 0 && left < needs.ready + needs.scheduled && (isAny || (below > 0 && heightOf(cards.scheduled, below) <= below));
  if (shared) return { lanes: { new: fresh, preparing, ready: 1, scheduled: 1 }, shared };
  const ready = Math.min(needs.ready, left);
  return { lanes: { new: fresh, preparing, ready, scheduled: Math.min(needs.scheduled, left - ready) }, shared };
}

/** What is left of a column of cards below all that is ready and the head of what is scheduled. */
function belowReady({ ready }: Cards, height: number): number {
  return height - heightOf(ready, height) - GAP - HEAD;
}

/** As if all columns of the board stood beside each other: no card gets wider or narrower because one comes or goes. */
function lanesThatFit(width: number): number {
  let lanes = 1;
  while (cardWidth(width, lanes + 1) >= CARD_MIN) lanes += 1;
  return lanes;
}

/** To a quarter of a pixel. */
function cardWidth(width: number, lanes: number): number {
  const gaps = (lanes - 1) * GAP + (Math.min(lanes, ZONES.length) - 1) * (ZONE_GAP - GAP);
  return Math.floor((4 * (width - PADDING - RAIL - ZONE_GAP - gaps)) / lanes) / 4;
}

function ofEach<T>(of: (zone: Zone) => T): Record<Zone, T> {
  return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
}
