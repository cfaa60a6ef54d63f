/** Deals the cards of a column into columns of cards: the most urgent first, and none below the edge that has room above it. Pure. */

export const GAP = 8;
/** The strip of a new order stands over the foot of the board while one rings. */
export const FOOT = 57;

/** Lengths in CSS pixels at the usual size. */
export interface Sized {
  id: string;
  height: number;
}

/** `columns`: the ids of each column of cards, from the top. `hidden`: those that don't stand whole above the edge, the most urgent first. */
export interface Dealt {
  columns: string[][];
  hidden: string[];
}

/** The first column takes what fits, then the second: whoever reads them in turn reads the cards in their order. */
export function deal(cards: readonly Sized[], lanes: number, height: number): Dealt {
  return place(
    Array.from({ length: lanes }, () => []),
    cards,
    cards,
    height,
  );
}

/** As few columns of cards as show all of them, and `most` at most. */
export function lanesFor(cards: readonly Sized[], most: number, height: number): number {
  if (cards.length === 0) return 0;
  for (let lanes = 1; lanes < most; lanes += 1) if (deal(cards, lanes, height).hidden.length === 0) return lanes;
  return Math.max(1, most);
}

/**
 * As `deal`, but what stands whole stays in its column of cards. All are dealt anew where that would leave an empty column or a later card
 * at the top before others, or hide more, or something more urgent.
 */
export function dealAgain(cards: readonly Sized[], before: readonly (readonly string[])[], lanes: number, height: number): Dealt {
  const anew = deal(cards, lanes, height);
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
  return isAsGood(kept, anew, cards) ? kept : anew;
}

/** While someone may reach for a card: all stay where they are, and what comes joins at the end of a column of cards. */
export function join(cards: readonly Sized[], before: readonly (readonly string[])[], height: number): string[][] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const columns = (before.length > 0 ? before : [[]]).map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  const known = new Set(columns.flat());
  for (const card of cards)
    if (!known.has(card)) (columns.find((column) => heightOf([...column, card], height) <= height) ?? lowest(columns)).push(card);
  return columns.map((column) => column.map(({ id }) => id));
}

/** `standing`: what each column of cards has. `coming`: what is put where it fits, and what doesn't fit anywhere below the others. */
function place(standing: readonly Sized[][], coming: readonly Sized[], all: readonly Sized[], height: number): Dealt {
  const columns = standing.map((column) => [...column]);
  const hidden = putIn(columns, coming, height);
  const rank = new Map(all.map((card, at) => [card, at]));
  for (const column of columns) column.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  // What the strip covers while an order rings is in sight at other times.
  for (const card of putIn(columns, hidden, height + FOOT)) lowest(columns).push(card);
  return { columns: columns.map((column) => column.map(({ id }) => id)), hidden: hidden.map(({ id }) => id) };
}

/** Each where it fits first; answers those that fit nowhere. */
function putIn(columns: readonly Sized[][], cards: readonly Sized[], height: number): Sized[] {
  return cards.filter((card) => {
    const column = columns.find((one) => heightOf([...one, card], height) <= height);
    column?.push(card);
    return column === undefined;
  });
}

function isAsGood(kept: Dealt, anew: Dealt, cards: readonly Sized[]): boolean {
  const rank = new Map(cards.map(({ id }, at) => [id, at]));
  const rankOf = (id: string | undefined) => (id === undefined ? Number.POSITIVE_INFINITY : (rank.get(id) ?? 0));
  const tops = kept.columns.map(([top]) => rankOf(top));
  const isInOrder = tops.every((top, lane) => lane === 0 || top >= (tops[lane - 1] ?? 0));
  return isInOrder && kept.hidden.length <= anew.hidden.length && rankOf(kept.hidden[0]) >= rankOf(anew.hidden[0]);
}

/** How high they are, one above the other. A card that is higher than its column has one of its own, and ends at the edge. */
export function heightOf(column: readonly Sized[], most: number): number {
  return column.reduce((sum, { height }) => sum + Math.min(height, most) + GAP, -GAP);
}

/** The one whose cards end first. */
function lowest(columns: readonly Sized[][]): Sized[] {
  const ends = columns.map((column) => column.reduce((sum, { height }) => sum + height + GAP, 0));
  return columns[ends.indexOf(Math.min(...ends))] ?? [];
}
