/** What a paper says of everything that it has no room for: nothing is left out without a word. */
import type { Ends } from '../../../orders/text/short-order.ts';
import type { LetterBlock } from '../../layout/document.ts';
import type { Say } from '../../paper-words.ts';

/** Labels of one order; the last of them tells of the people who are left. */
export const LABELS_MOST = 60;

/** What stands in place of the rest of a text. */
export function endsIn(say: Say): Ends {
  return { comment: `…\n${say('continued')}`, text: `… (${say('continued')})` };
}

/** "37 more: see the screen", white on black; nothing where nothing is left. */
export function leftOver(left: number, say: Say): LetterBlock[] {
  return left === 0 ? [] : [{ kind: 'text', text: say('more-on-screen', { count: left }), bold: true, reverse: true, align: 'center' }];
}
