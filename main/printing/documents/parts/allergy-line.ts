/** "ALLERGY: nuts", white on black, above the unchanged note. */

import type { Translate } from '../../../../contract/words.ts';
import { type FoundWord, listOf } from '../../../orders/allergies/allergies-in.ts';
import type { LetterBlock } from '../../layout/document.ts';

/** Empty if nothing was found. `shrinkToOneLine`: for the narrower space under a dish. */
export function allergyLine(found: readonly FoundWord[], t: Translate, shrinkToOneLine = false): LetterBlock[] {
  if (found.length === 0) return [];
  return [
    {
      kind: 'text',
      text: t('printout.allergy', { found: listOf(found).join(' · ') }),
      size: 2,
      sizeOnNarrowPaper: 'tall',
      bold: true,
      reverse: true,
      shrinkToOneLine,
    },
  ];
}
