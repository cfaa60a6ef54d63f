/** Texts for what a printout has no space for: nothing is left out silently. */

import type { Translate } from '../../../../contract/words.ts';
import type { Ends } from '../../../orders/text/short-order.ts';
import type { LetterBlock } from '../../layout/document.ts';

/** Most labels of one order; the last one names how many people are left. */
export const LABELS_MOST = 60;

/** What replaces the rest of a text. */
export function endsIn(t: Translate): Ends {
  return { comment: `…\n${t('printout.continued')}`, text: `… (${t('printout.continued')})` };
}

/** "37 more: see the screen", white on black; nothing where nothing is left. */
export function leftOver(left: number, t: Translate): LetterBlock[] {
  return left === 0
    ? []
    : [{ kind: 'text', text: t('printout.moreOnScreen', { count: left }), bold: true, reverse: true, align: 'center' }];
}
