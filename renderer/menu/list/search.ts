/** Looks through the rows of a menu as one types. */
import { plainText } from '../../parts/plain-text.ts';
import type { Prepared, Row } from './prepared.ts';

/** What each row is found by. It follows from what the menu has, and not from what of it is on sale. */
export interface Texts {
  /** Makes some of them; false once all are made. */
  makeSome(): boolean;
  /** All of them, in the order of the rows. */
  all(): readonly string[];
}

/** As many rows at once as take a few milliseconds. */
const AT_ONCE = 2_000;

export function createTexts({ rows, options }: Pick<Prepared, 'rows' | 'options'>): Texts {
  const made: string[] = [];
  const plain = new Map<string, string>();
  const inOptions = new Map<string, string>();

  /** The same few words stand in thousands of options. */
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
 * Answers with the rows in which every word stands, in their name, id or options; a heading stays where something below it is found. Who
 * types on looks among what was found before. Of a menu of thousands a letter leaves one list behind and nothing else: what has to be swept
 * away keeps a later letter waiting.
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

/** Found in most of a menu, in a part of it and nowhere. */
const PRACTISED = ['a', 'e', 'i', 'in', 'o', 'on', 'r', 's', '~'];

/**
 * Runs searches of its own, once at each step, before anything is typed: the first looks through a menu of thousands take several times as long
 * as the later ones.
 */
export function* practise(menu: Pick<Prepared, 'rows'>, texts: Texts): Generator<void> {
  const search = createSearch(menu, texts);
  for (const letters of PRACTISED) {
    search(letters);
    yield;
  }
}

interface Headings {
  /** The places of all that is no heading. */
  things: Int32Array;
  /** By place, the place of the heading and of the smaller one that it stands below; -1 for none. */
  head: Int32Array;
  sub: Int32Array;
}

/** Of each menu they are found out once. */
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

/** Writes the places in which every word stands into `found`, and answers how many they are. */
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
  // Of its full length at once: growing little by little would copy it again and again. What is in it is replaced.
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
