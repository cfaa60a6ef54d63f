/** Searches a menu's rows while typing. */
import { plainText } from '../../parts/plain-text.ts';
import type { Prepared, Row } from './prepared.ts';

/** Search texts of rows; independent of sale states. */
export interface Texts {
  /** Makes some texts; false once all are made. */
  makeSome(): boolean;
  /** All texts, in the order of the rows. */
  all(): readonly string[];
}

const AT_ONCE = 2_000;

export function createTexts({ rows, options }: Pick<Prepared, 'rows' | 'options'>): Texts {
  const made: string[] = [];
  const plain = new Map<string, string>();
  const inOptions = new Map<string, string>();

  /** Cached: options repeat the same words thousands of times. */
  function plainly(text: string): string {
    const known = plain.get(text) ?? plainText(text);
    plain.set(text, known);
    return known;
  }
  function inOption(key: string): string {
    const option = options.get(key);
    const known = inOptions.get(key) ?? (option ? [option.name, ...option.values.map(({ name }) => name)].map(plainly).join(' ') : '');
    inOptions.set(key, known);
    return known;
  }
  function textOf(row: Row): string {
    if (row.kind === 'head') return '';
    const { name, what } = row.of;
    const own = `${plainly(name)}\n${what === null ? '' : plainText(what.id)}`;
    if (row.kind === 'value') return `${own}\n${plainly(row.group)}`;
    return row.of.options.length === 0 ? own : `${own}\n${row.of.options.map(inOption).join('\n')}`;
  }
  function makeUntil(end: number): void {
    for (let at = made.length; at < Math.min(end, rows.length); at += 1) made.push(textOf(rows[at] as Row));
    if (made.length < rows.length) return;
    plain.clear();
    inOptions.clear();
  }
  return {
    makeSome() {
      makeUntil(made.length + AT_ONCE);
      return made.length < rows.length;
    },
    all() {
      makeUntil(rows.length);
      return made;
    },
  };
}

/**
 * Rows with every word in name, ID or options, and their headings. Input that continues the previous one searches only its result.
 * Allocates little per typed letter, because garbage collection would delay typing.
 */
export function createSearch({ rows }: Pick<Prepared, 'rows'>, texts: Texts): (typed: string) => readonly Row[] {
  let found = new Int32Array(0);
  let last: { words: readonly string[]; places: Int32Array } = { words: [], places: found };
  return (typed) => {
    const words = plainText(typed).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    const headings = headingsOf(rows);
    if (found.length < rows.length) found = new Int32Array(rows.length);
    const isFiner = last.words.length > 0 && last.words.every((word, at) => words[at]?.includes(word));
    const count = find(texts.all(), words, isFiner ? last.places : headings.things, found);
    last = { words, places: found.slice(0, count) };
    return withHeadings(rows, last.places, headings);
  };
}

/** Searches that match most rows, some, and none. */
const PRACTISED = ['a', 'e', 'i', 'in', 'o', 'on', 'r', 's', '~'];

/** Warms up the search before typing: the first runs over thousands of rows are several times slower. */
export function* practise(menu: Pick<Prepared, 'rows'>, texts: Texts): Generator<void> {
  const search = createSearch(menu, texts);
  for (const letters of PRACTISED) {
    search(letters);
    yield;
  }
}

interface Headings {
  things: Int32Array;
  /** Heading and subheading by row, as indexes; -1 for none. */
  head: Int32Array;
  sub: Int32Array;
}

const known = new WeakMap<readonly Row[], Headings>();

function headingsOf(rows: readonly Row[]): Headings {
  const headings = known.get(rows) ?? findHeadings(rows);
  known.set(rows, headings);
  return headings;
}

function findHeadings(rows: readonly Row[]): Headings {
  const things = new Int32Array(rows.length);
  const [above, below] = [new Int32Array(rows.length), new Int32Array(rows.length)];
  let [count, head, sub] = [0, -1, -1];
  for (const [place, row] of rows.entries()) {
    if (row.kind !== 'head') things[count++] = place;
    else if (row.isSub) sub = place;
    else [head, sub] = [place, -1];
    above[place] = head;
    below[place] = sub;
  }
  return { things: things.slice(0, count), head: above, sub: below };
}

/** Writes matching indexes to `found`, returns their count. */
function find(texts: readonly string[], words: readonly string[], among: Int32Array, found: Int32Array): number {
  let count = 0;
  for (const place of among) {
    const text = texts[place] ?? '';
    let isFound = true;
    for (const word of words) isFound &&= text.includes(word);
    if (isFound) found[count++] = place;
  }
  return count;
}

function withHeadings(rows: readonly Row[], places: Int32Array, { head, sub }: Headings): readonly Row[] {
  // Created at full length, since growing would copy it repeatedly; all entries are overwritten.
  const withHeads = rows.slice(0, lengthWith(places, head, sub));
  let count = 0;
  let [lastHead, lastSub] = [-1, -1];
  for (const place of places) {
    const [above, below] = [head[place] ?? -1, sub[place] ?? -1];
    if (above !== lastHead && above >= 0) withHeads[count++] = rows[above] as Row;
    if (below !== lastSub && below >= 0) withHeads[count++] = rows[below] as Row;
    lastHead = above;
    lastSub = below;
    withHeads[count++] = rows[place] as Row;
  }
  return withHeads;
}

function lengthWith(places: Int32Array, ...above: readonly Int32Array[]): number {
  let length = places.length;
  for (const headings of above) {
    let last = -1;
    for (const place of places) {
      const heading = headings[place] ?? -1;
      if (heading !== last && heading >= 0) length += 1;
      last = heading;
    }
  }
  return length;
}
