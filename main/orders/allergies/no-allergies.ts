/** Whether a whole note is one of the known phrases for "no allergies". Pure. */
import { foldedWord } from './fold.ts';
import { WORDS } from './words/words.ts';

/** No phrase is longer, however it is written. */
const LONGEST = 200;

const PHRASES: ReadonlySet<string> = new Set(Object.values(WORDS).flatMap(({ none }) => (none ?? '').split(';').map(normalized)));

export function isNoAllergies(note: string): boolean {
  return note.length <= LONGEST && PHRASES.has(normalized(note));
}

/**
 * Small letters, nothing around the words, and what stands between them as a blank, a colon or a comma: "No, allergy!" is another note than
 * "no allergy". A sign that is no punctuation stays: no one knows what 🥜 says behind "no allergies".
 */
function normalized(note: string): string {
  return foldedWord(note)
    .replaceAll(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '')
    .replaceAll(/[\p{P}\s]+/gu, (between) => {
      if (/^(?:\s+|['’-])$/u.test(between)) return ' ';
      return /^[:?؟\s]+$/u.test(between) || /^\s+[-–—]\s+$/u.test(between) ? ':' : ',';
    });
}
