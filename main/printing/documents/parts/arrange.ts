/** Arranges a printout's parts by the venue's template, with the parts all printouts share. */
import type { ArrangedPaper, PaperPart, PartSize } from '../../../../contract/settings/paper-template.ts';
import type { Order } from '../../../orders/order.ts';
import { logoBitmap } from '../../layout/bitmap.ts';
import { centred } from '../../layout/blocks.ts';
import type { Block, LetterBlock, Size } from '../../layout/document.ts';
import { marked } from './marks.ts';
import { dateAndTime, type PrintContext, timeOn, tOn } from './ticket-words.ts';

type CommonPart = 'logo' | 'header' | 'footer' | 'code' | 'ordered' | 'printed';
export type OwnParts<P extends ArrangedPaper> = { [Part in Exclude<PaperPart<P>, CommonPart>]: () => Block[] };

export function arranged<P extends ArrangedPaper>(
  paper: P,
  order: Order,
  context: PrintContext,
  own: OwnParts<P>,
  code = order.id,
): Block[] {
  const all = { ...commonParts(paper, order, context, code), ...own } as Record<string, () => Block[]>;
  const parts = context.template[paper].parts.flatMap(({ part, size }) => (all[part]?.() ?? []).map((block) => sized(block, size)));
  return marked([...parts, ...acceptedBy(paper, context)], context);
}

/** Who accepted the order; not on labels, as customers read those. */
function acceptedBy(paper: ArrangedPaper, context: PrintContext): Block[] {
  const { acceptedBy: name = null } = context;
  return name === null || paper === 'participant-label'
    ? []
    : [{ kind: 'text', text: tOn(context)('printout.acceptedBy', { name }), align: 'center' }];
}

function commonParts(paper: ArrangedPaper, order: Order, context: PrintContext, code: string): Record<CommonPart, () => Block[]> {
  const { template } = context;
  const lines = (text: string): Block[] => (text.trim() === '' ? [] : [{ kind: 'text', text, align: 'center' }]);
  const t = tOn(context);
  const inShort = (text: string): Block => (paper === 'receipt' ? centred(text, 1) : { kind: 'facts', texts: [text] });
  return {
    logo: () => (template.logo === null ? [] : [{ kind: 'picture', picture: { kind: 'logo', bitmap: logoBitmap(template.logo) } }]),
    header: () => lines(template[paper].header),
    footer: () => lines(template[paper].footer),
    code: () =>
      template.code === 'none' || !CODED.test(code) ? [] : [{ kind: 'picture', picture: { kind: template.code, content: code } }],
    ordered: () => {
      if (order.createdAt === null) return [];
      // Receipts are read on other days, so they show the date.
      const time = paper === 'receipt' ? dateAndTime(order.createdAt, context) : timeOn(order.createdAt, context);
      return [inShort(t('printout.orderedAt', { time }))];
    },
    printed: () => [inShort(t('printout.printedAt', { time: dateAndTime(context.printedAt, context) }))],
  };
}

/** Printable as a barcode and typable by a scanner. */
const CODED = /^[\x21-\x7e]{1,64}$/;

const SIZES: readonly Size[] = [1, 'tall', 2, 3, 4, 5, 6];

function sized(block: Block, size: PartSize): Block {
  return block.kind === 'picture' || size === 'normal' ? block : sizedLetters(block, size === 'large' ? 1 : -1);
}

function sizedLetters(block: LetterBlock, by: 1 | -1): LetterBlock {
  const step = (of: Size = 1): Size => SIZES[Math.min(SIZES.length - 1, Math.max(0, SIZES.indexOf(of) + by))] ?? 1;
  if (block.kind === 'box') return { ...block, blocks: block.blocks.map((inside) => sizedLetters(inside, by)) };
  if (block.kind === 'item') return { ...block, size: step(block.size), details: block.details.map((inside) => sizedLetters(inside, by)) };
  if (block.kind === 'facts') return { ...block, size: step(block.size) };
  if (block.kind !== 'text' && block.kind !== 'row') return block;
  const narrow = block.sizeOnNarrowPaper === undefined ? {} : { sizeOnNarrowPaper: step(block.sizeOnNarrowPaper) };
  return { ...block, size: step(block.size), ...narrow };
}
