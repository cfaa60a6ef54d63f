/** Marks copies above and below, and joins small facts that follow one another. */

import type { Translate } from '../../../../contract/words.ts';
import type { Block } from '../../layout/document.ts';
import { type PrintContext, type PrintCopy, tOn } from './ticket-words.ts';

export function marked(blocks: readonly Block[], context: PrintContext): Block[] {
  const { copyOf } = context;
  const which: Block[] = copyOf === undefined ? [] : [{ kind: 'facts', texts: [tOn(context)('printout.copyOf', copyOf)] }];
  return [...marks(context), ...together([...blocks, ...which]), ...marks(context)];
}

function together(blocks: readonly Block[]): Block[] {
  const made: Block[] = [];
  for (const block of blocks) {
    const before = made.at(-1);
    if (block.kind !== 'facts') made.push(block);
    else if (before?.kind === 'facts' && before.size === block.size)
      made[made.length - 1] = { ...before, texts: [...before.texts, ...block.texts] };
    else if (before === undefined || before.kind === 'rule' || before.kind === 'facts') made.push(block);
    else made.push({ kind: 'rule', weight: 'light' }, block);
  }
  return made;
}

function marks(context: PrintContext): Block[] {
  const { copy, standsInFor } = context;
  const t = tOn(context);
  return [
    ...copyMark(copy, t),
    ...(standsInFor === undefined
      ? []
      : [band(t('printout.insteadOf', { printer: standsInFor.toUpperCase() })), { kind: 'feed', lines: 1 } as const]),
  ];
}

function copyMark(copy: PrintCopy, t: Translate): Block[] {
  if (copy.kind === 'original') return [];
  if (copy.kind === 'reprint') return [band(t('printout.reprint', { copy: copy.number })), { kind: 'feed', lines: 1 }];
  return [
    band(t('printout.possibleCopy')),
    { kind: 'text', text: t('printout.mayBePrinted'), align: 'center', bold: true },
    { kind: 'text', text: t('printout.checkFirst'), align: 'center', bold: true },
    { kind: 'feed', lines: 1 },
  ];
}

function band(text: string): Block {
  return { kind: 'text', text, size: 3, reverse: true, bold: true, align: 'center', shrinkToOneLine: true };
}
