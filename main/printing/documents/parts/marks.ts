/** What stands above and below a paper that is not simply this printer's original, and the small facts at a paper's end. */
import type { Block } from '../../layout/document.ts';
import type { Say } from '../../paper-words.ts';
import { type PrintContext, type PrintCopy, sayOn } from './ticket-words.ts';

/** The paper between its marks; facts that follow each other share their lines. */
export function marked(blocks: readonly Block[], context: PrintContext): Block[] {
  const { copyOf } = context;
  const which: Block[] = copyOf === undefined ? [] : [{ kind: 'facts', texts: [sayOn(context)('copy-of', copyOf)] }];
  return [...marks(context), ...together([...blocks, ...which]), ...marks(context)];
}

/** Facts of one size that follow each other as one block, with a line above where there is none. */
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
  const say = sayOn(context);
  return [
    ...copyMark(copy, say),
    ...(standsInFor === undefined
      ? []
      : [band(say('instead-of', { printer: standsInFor.toUpperCase() })), { kind: 'feed', lines: 1 } as const]),
  ];
}

/** The black band of everything that is not an original. */
function copyMark(copy: PrintCopy, say: Say): Block[] {
  if (copy.kind === 'original') return [];
  if (copy.kind === 'reprint') return [band(say('reprint', { copy: copy.number })), { kind: 'feed', lines: 1 }];
  return [
    band(say('possible-copy')),
    { kind: 'text', text: say('may-be-printed'), align: 'center', bold: true },
    { kind: 'text', text: say('check-first'), align: 'center', bold: true },
    { kind: 'feed', lines: 1 },
  ];
}

function band(text: string): Block {
  return { kind: 'text', text, size: 3, reverse: true, bold: true, align: 'center', shrinkToOneLine: true };
}
