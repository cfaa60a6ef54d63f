/** Divides the board: lanes per column and the lane of each card. No order is hidden while there's room; new ones come first. Pure. */
import { type Dealt, deal, dealAgain, FOOT, GAP, heightOf, join, lanesFor, type Sized } from './deal.ts';

/** CSS px at the usual size. */
export const CARD_MIN = 264;
const ZONE_GAP = 16;
/** Width of a column without cards, CSS px: empty or folded, or with ended orders. */
export const RAIL = 80;
export const HEAD = 48;
/** Both edges of the board together. */
const PADDING = 16;
/** From this many lanes on, one is for ready and scheduled orders. */
const ALWAYS_SIDE = 5;
/** Orders in preparation keep at least this share of the lanes if new orders would need all. */
const LEAST_PREPARING = 1 / 3;

export const ZONES = ['new', 'preparing', 'ready', 'scheduled'] as const;
export type Zone = (typeof ZONES)[number];

export type Cards = Record<Zone, readonly Sized[]>;

/** Number of lanes per column; 0 for a column in the rail. `shared`: ready and scheduled orders share one lane. */
interface Shares {
  lanes: Record<Zone, number>;
  shared: boolean;
}

interface Stands {
  columns: Record<Zone, string[][]>;
  hidden: Record<Zone, string[]>;
}

/** `tabs`: only one column is shown. `card`: width of a card, whatever the number of orders. */
type Columns = { kind: 'columns'; card: number } & Shares & Stands;
export type Layout = ({ kind: 'tabs'; lanes: number } & Stands) | Columns;

/** The board's size, edges included. */
export interface BoardSize {
  width: number;
  height: number;
}

/** The layout for the board's size. `cards`: by column, most urgent first. `before`: the previous layout, kept if it hides nothing. */
export function layoutFor(room: BoardSize, cards: Cards, before: Layout | null): Layout {
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

/** While the screen is tapped: nothing moves, new cards are appended, and empty columns keep theirs in the rail. */
export function joined(room: BoardSize, cards: Cards, before: Layout): Layout {
  const columns = ofEach((zone) => (lanesOf(before, zone) === 0 ? [] : join(cards[zone], before.columns[zone], heightFor(room))));
  return { ...before, columns };
}

/** Whether new orders are shown one at a time, as on a phone. */
export const isForOne = (layout: Layout | null): boolean => layout?.kind === 'tabs' && layout.lanes === 1;

export function lanesOf(layout: Layout, zone: Zone): number {
  return layout.kind === 'tabs' ? layout.lanes : layout.lanes[zone];
}

/** Visible height of a lane, even with the strip; on a phone, below the tabs. */
function heightFor({ width, height }: BoardSize): number {
  return height - (lanesThatFit(width) < 2 ? HEAD : 0) - HEAD - FOOT;
}

/** The previous columns, if they show all orders without empty lanes; else null. */
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

/** Gives each column as many lanes as it needs, new orders first. Ready and scheduled orders share the rest, or are folded. */
function share(most: number, cards: Cards, height: number): Shares {
  const needs = ofEach((zone) => lanesFor(cards[zone], most, height));
  const hasSide = needs.ready + needs.scheduled > 0;
  const forBoth = most - (hasSide && most >= ALWAYS_SIDE ? 1 : 0);
  const least = Math.min(needs.preparing, Math.max(1, Math.round(forBoth * LEAST_PREPARING)));
  const fresh = Math.min(needs.new, forBoth - least);
  const preparing = Math.min(needs.preparing, forBoth - fresh);
  const left = most - fresh - preparing;
  // Shows all ready orders, then as many scheduled ones as fit.
  const below = needs.ready === 1 && needs.scheduled > 0 ? belowReady(cards, height) : 0;
  const isAny = left === 1 && cards.scheduled.some((card) => card.height <= below);
  const shared = left > 0 && left < needs.ready + needs.scheduled && (isAny || (below > 0 && heightOf(cards.scheduled, below) <= below));
  if (shared) return { lanes: { new: fresh, preparing, ready: 1, scheduled: 1 }, shared };
  const ready = Math.min(needs.ready, left);
  return { lanes: { new: fresh, preparing, ready, scheduled: Math.min(needs.scheduled, left - ready) }, shared };
}

/** Height left below the ready orders and the head of the scheduled ones. */
function belowReady({ ready }: Cards, height: number): number {
  return height - heightOf(ready, height) - GAP - HEAD;
}

/** Counts as if all columns had cards: card width doesn't change with orders. */
function lanesThatFit(width: number): number {
  let lanes = 1;
  while (cardWidth(width, lanes + 1) >= CARD_MIN) lanes += 1;
  return lanes;
}

function cardWidth(width: number, lanes: number): number {
  const gaps = (lanes - 1) * GAP + (Math.min(lanes, ZONES.length) - 1) * (ZONE_GAP - GAP);
  return Math.floor((4 * (width - PADDING - RAIL - ZONE_GAP - gaps)) / lanes) / 4;
}

function ofEach<T>(of: (zone: Zone) => T): Record<Zone, T> {
  return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
}
