/** Texts that say what a printout had no space for. */

import type { Translate } from '../../../../contract/words.ts';
import type { Ends } from '../../../orders/text/short-order.ts';
import type { LetterBlock } from '../../layout/document.ts';

/** Most labels per order; the last says how many people are missing. */
export const LABELS_MOST = 60;

export function endsIn(t: Translate): Ends {
  return { comment: `…\n${t('printout.continued')}`, text: `… (${t('printout.continued')})` };
}

/** "37 more: see the screen"; empty if 0. */
export function leftOver(left: number, t: Translate): LetterBlock[] {
  return left === 0
    ? []
    : [{ kind: 'text', text: t('printout.moreOnScreen', { count: left }), bold: true, reverse: true, align: 'center' }];
}
