/** "ALLERGY: nuts", white on black, above the note that has the words: beside the note, never in its place. */
import { type FoundWord, listOf } from '../../../orders/allergies/allergies-in.ts';
import type { LetterBlock } from '../../layout/document.ts';
import type { Say } from '../../paper-words.ts';

/** Nothing where nothing was found. `shrinkToOneLine`: beside a dish there is less room. */
export function allergyLine(found: readonly FoundWord[], say: Say, shrinkToOneLine = false): LetterBlock[] {
  if (found.length === 0) return [];
  return [
    {
      kind: 'text',
      text: say('allergy', { found: listOf(found).join(' · ') }),
      size: 2,
      sizeOnNarrowPaper: 'tall',
      bold: true,
      reverse: true,
      shrinkToOneLine,
    },
  ];
}
