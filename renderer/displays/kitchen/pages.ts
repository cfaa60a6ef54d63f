/** Pages of whole tickets on a display, each page in columns. CSS px at the default size. Pure. */
import { heightOf, type Sized } from '../../layout/deal.ts';

const TICKET_MIN = 300;
const TICKET_MAX = 380;
const TICKET_GAP = 8;

export interface Room {
  columns: number;
  height: number;
}

export interface Spot {
  page: number;
  column: number;
}

export interface Paged {
  spots: ReadonlyMap<string, Spot>;
  count: number;
  /** The visible page, counted without empty pages. */
  shown: number;
}

/** Columns neither too wide to read nor too narrow for a dish. */
export function columnsIn(width: number): number {
  const wide = Math.ceil((width + TICKET_GAP) / (TICKET_MAX + TICKET_GAP));
  const most = Math.floor((width + TICKET_GAP) / (TICKET_MIN + TICKET_GAP));
  return Math.max(1, Math.min(wide, most));
}

/**
 * `cards`: most urgent first. Tickets move only to close gaps on earlier pages or to make room for more urgent ones. `shown`: the visible
 * page, which gives no ticket to earlier pages.
 */
export function paginate(cards: readonly Sized[], room: Room, before: ReadonlyMap<string, Spot>, shown: number): Paged {
  const pages: Sized[][][] = [];
  let newShown: number | null = null;
  let left = cards;
  for (let page = 0; left.length > 0; page += 1) {
    if (page === shown) newShown = pages.length;
    const filled = fillPage(left, room, before, { page, shown });
    const placed = new Set(filled.flat());
    left = left.filter((card) => !placed.has(card));
    if (placed.size > 0) pages.push(filled);
  }
  const spots = pages.flatMap((columns, page) =>
    columns.flatMap((column, at) => column.map(({ id }): [string, Spot] => [id, { page, column: at }])),
  );
  return { spots: new Map(spots), count: pages.length, shown: Math.max(0, Math.min(newShown ?? pages.length, pages.length - 1)) };
}

/** While the screen is tapped: nothing moves, new tickets are appended. */
export function append(cards: readonly Sized[], room: Room, before: ReadonlyMap<string, Spot>): Pick<Paged, 'spots' | 'count'> {
  const spots = new Map<string, Spot>();
  const pages = [emptyPage(room)];
  const add = (card: Sized, spot: Spot) => {
    while (pages.length <= spot.page) pages.push(emptyPage(room));
    pages[spot.page]?.[spot.column]?.push(card);
    spots.set(card.id, spot);
  };
  for (const card of cards) {
    const spot = before.get(card.id);
    if (spot) add(card, spot);
  }
  for (const card of cards) {
    if (spots.has(card.id)) continue;
    const column = firstWithRoom(pages.at(-1) ?? [], card, room);
    add(card, column >= 0 ? { page: pages.length - 1, column } : { page: pages.length, column: 0 });
  }
  return { spots, count: cards.length === 0 ? 0 : pages.length };
}

function fillPage(
  cards: readonly Sized[],
  room: Room,
  before: ReadonlyMap<string, Spot>,
  { page, shown }: { page: number; shown: number },
): Sized[][] {
  const columns = emptyPage(room);
  const pageOf = ({ id }: Sized) => before.get(id)?.page ?? -1;
  for (const card of cards) {
    const column = pageOf(card) === page ? columns[before.get(card.id)?.column ?? -1] : undefined;
    if (column && fits(column, card, room)) column.push(card);
  }
  for (const [rank, card] of cards.entries()) {
    if (columns.some((column) => column.includes(card))) continue;
    if (page < shown && pageOf(card) >= shown) break;
    while (firstWithRoom(columns, card, room) < 0) {
      const lessUrgent = cards.findLast((other, at) => at > rank && columns.some((column) => column.includes(other)));
      if (!lessUrgent) return columns;
      for (const column of columns) if (column.includes(lessUrgent)) column.splice(column.indexOf(lessUrgent), 1);
    }
    columns[firstWithRoom(columns, card, room)]?.push(card);
  }
  return columns;
}

const emptyPage = ({ columns }: Room): Sized[][] => Array.from({ length: Math.max(1, columns) }, () => []);

/** Column by column, so that reading order is ticket order. */
const firstWithRoom = (columns: readonly Sized[][], card: Sized, room: Room): number =>
  columns.findIndex((column) => fits(column, card, room));

/** A ticket taller than the page fits alone, and scrolls. */
const fits = (column: readonly Sized[], card: Sized, { height }: Room): boolean => heightOf([...column, card], height) <= height;
