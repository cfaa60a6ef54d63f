/** Deals a column's cards into lanes: most urgent first, none below the visible edge while there's room. Pure. */

export const GAP = 8;
/** Height of the strip that covers the board's foot while a new order rings. */
export const FOOT = 57;

/** CSS px at the usual size. */
export interface Sized {
  id: string;
  height: number;
}

/** `columns`: IDs per lane, from the top. `hidden`: IDs not fully above the edge, most urgent first. */
export interface Dealt {
  columns: string[][];
  hidden: string[];
}

/** Fills lane by lane, so that reading order is card order. */
export function deal(cards: readonly Sized[], lanes: number, height: number): Dealt {
  return place(
    Array.from({ length: lanes }, () => []),
    cards,
    cards,
    height,
  );
}

/** The fewest lanes, up to `most`, that show all cards. */
export function lanesFor(cards: readonly Sized[], most: number, height: number): number {
  if (cards.length === 0) return 0;
  for (let lanes = 1; lanes < most; lanes += 1) if (deal(cards, lanes, height).hidden.length === 0) return lanes;
  return Math.max(1, most);
}

/**
 * Deals again, but fully visible cards keep their lane, unless that leaves a lane empty, puts a later card on top, or hides more cards or
 * more urgent ones.
 */
export function dealAgain(cards: readonly Sized[], before: readonly (readonly string[])[], lanes: number, height: number): Dealt {
  const fresh = deal(cards, lanes, height);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const standing = Array.from({ length: lanes }, (_, lane) => {
    const stays: Sized[] = [];
    for (const id of before[lane] ?? []) {
      const card = byId.get(id);
      if (card && heightOf([...stays, card], height) <= height) stays.push(card);
    }
    return stays;
  });
  const staying = new Set(standing.flat());
  const kept = place(
    standing,
    cards.filter((card) => !staying.has(card)),
    cards,
    height,
  );
  return isAsGood(kept, fresh, cards) ? kept : fresh;
}

/** While the screen is tapped: nothing moves, new cards are appended to a lane. */
export function join(cards: readonly Sized[], before: readonly (readonly string[])[], height: number): string[][] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const columns = (before.length > 0 ? before : [[]]).map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  const known = new Set(columns.flat());
  for (const card of cards)
    if (!known.has(card)) (columns.find((column) => heightOf([...column, card], height) <= height) ?? lowest(columns)).push(card);
  return columns.map((column) => column.map(({ id }) => id));
}

/** `standing`: cards already in lanes. `coming`: cards to place where they fit, else below. */
function place(standing: readonly Sized[][], coming: readonly Sized[], all: readonly Sized[], height: number): Dealt {
  const columns = standing.map((column) => [...column]);
  const hidden = putIn(columns, coming, height);
  const rank = new Map(all.map((card, at) => [card, at]));
  for (const column of columns) column.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  // These cards become visible when the strip is gone.
  for (const card of putIn(columns, hidden, height + FOOT)) lowest(columns).push(card);
  return { columns: columns.map((column) => column.map(({ id }) => id)), hidden: hidden.map(({ id }) => id) };
}

/** Places each card in the first lane with room; returns the others. */
function putIn(columns: readonly Sized[][], cards: readonly Sized[], height: number): Sized[] {
  return cards.filter((card) => {
    const column = columns.find((one) => heightOf([...one, card], height) <= height);
    column?.push(card);
    return column === undefined;
  });
}

function isAsGood(kept: Dealt, fresh: Dealt, cards: readonly Sized[]): boolean {
  const rank = new Map(cards.map(({ id }, at) => [id, at]));
  const rankOf = (id: string | undefined) => (id === undefined ? Number.POSITIVE_INFINITY : (rank.get(id) ?? 0));
  const tops = kept.columns.map(([top]) => rankOf(top));
  const isInOrder = tops.every((top, lane) => lane === 0 || top >= (tops[lane - 1] ?? 0));
  return isInOrder && kept.hidden.length <= fresh.hidden.length && rankOf(kept.hidden[0]) >= rankOf(fresh.hidden[0]);
}

/** Total height of a lane. A card taller than `most` counts as `most`. */
export function heightOf(column: readonly Sized[], most: number): number {
  return column.reduce((sum, { height }) => sum + Math.min(height, most) + GAP, -GAP);
}

function lowest(columns: readonly Sized[][]): Sized[] {
  const ends = columns.map((column) => column.reduce((sum, { height }) => sum + height + GAP, 0));
  return columns[ends.indexOf(Math.min(...ends))] ?? [];
}
