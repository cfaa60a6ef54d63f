/** The words of a note that may tell of an allergy, before anybody asks whether they are denied. Pure. */
import { longest, type Note } from './clauses.ts';
import type { Said } from './denials.ts';

/** Words of a note, by index, the last one with it. */
export interface Range {
  from: number;
  to: number;
}

export interface Allergen extends Range {
  /** Beside words of these alone; null: of any language. */
  languages: ReadonlySet<string> | null;
}

export interface Telling {
  said: Said[];
  cannot: (Range & { languages: ReadonlySet<string> })[];
  /** By their first word. */
  allergens: Map<number, Allergen>;
}

export function telling(note: Note): Telling {
  const found: Telling = { said: [], cannot: [], allergens: new Map() };
  for (let at = 0; at < note.words.length; at += 1) at = read(note, at, found);
  return found;
}

/** Takes in what begins at the word; the last word that belongs to it. */
function read(note: Note, at: number, { said, cannot, allergens }: Telling): number {
  const hits = note.hits(at);
  if (hits.length === 0) return at;
  const saying = hits.filter(({ role }) => role === 'says' || role === 'conditions');
  const to = Math.max(-1, ...saying.map((hit) => hit.to));
  const other = longest(hits, 'others') ?? -1;
  if (other >= Math.max(at, to)) return other;
  if (to >= at) {
    const whole = saying.filter((hit) => hit.to === to);
    const isTelling = whole.some(({ role, isCompound }) => role === 'conditions' || isCompound);
    said.push({ from: at, to, languages: languagesOf(whole), isTelling });
    return to;
  }
  const cannotTo = longest(hits, 'cannot');
  if (cannotTo !== null) {
    cannot.push({ from: at, to: cannotTo, languages: languagesOf(hits.filter(({ role }) => role === 'cannot')) });
    return cannotTo;
  }
  const allergen = longest(hits, 'allergens');
  const own = longest(hits, 'ownAllergens');
  const last = allergen ?? own;
  if (last === null) return at;
  const languages = allergen === null ? languagesOf(hits.filter(({ role }) => role === 'ownAllergens')) : null;
  allergens.set(at, { from: at, to: last, languages });
  return last;
}

function languagesOf(hits: readonly { language: string }[]): ReadonlySet<string> {
  return new Set(hits.map(({ language }) => language));
}
