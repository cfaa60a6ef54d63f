import { foldedWord } from './fold.ts';
import { WORDS } from './words/words.ts';

/** Longer than every phrase. */
const LONGEST = 200;

const PHRASES: ReadonlySet<string> = new Set(Object.values(WORDS).flatMap(({ none }) => (none ?? '').split(';').map(normalized)));

export function isNoAllergies(note: string): boolean {
  return note.length <= LONGEST && PHRASES.has(normalized(note));
}

/**
 * Reduces separators to a blank, colon or comma: "No, allergy!" differs from "no allergy". Other signs stay: 🥜 after "no allergies" has no
 * known meaning.
 */
function normalized(note: string): string {
  return foldedWord(note)
    .replaceAll(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '')
    .replaceAll(/[\p{P}\s]+/gu, (between) => {
      if (/^(?:\s+|['’-])$/u.test(between)) return ' ';
      return /^[:?؟\s]+$/u.test(between) || /^\s+[-–—]\s+$/u.test(between) ? ':' : ',';
    });
}
