import * as v from 'valibot';
import { Language } from '../language.ts';
import { mistake } from '../mistake.ts';

/** Printouts with a template. Change, STOP and pre-order tickets have none: for safety, they're the same everywhere. */
export const ARRANGED_PAPERS = ['kitchen-ticket', 'participant-label', 'receipt', 'courier-slip'] as const;
export type ArrangedPaper = (typeof ARRANGED_PAPERS)[number];

/** Parts in their default order; empty ones take no space. */
// biome-ignore format: one paper a line, read from the top of the paper to its bottom
export const PAPER_PARTS = {
  'kitchen-ticket': ['logo', 'header', 'kind', 'number', 'due', 'customer', 'group', 'note', 'items', 'total', 'cash', 'way-out', 'code', 'footer', 'ordered', 'printed', 'venue'],
  'participant-label': ['logo', 'header', 'order', 'name', 'items', 'kind', 'code', 'footer', 'venue'],
  receipt: ['logo', 'header', 'venue', 'order', 'ordered', 'items', 'sums', 'company', 'thanks', 'code', 'footer', 'printed'],
  'courier-slip': ['logo', 'header', 'kind', 'number', 'customer', 'due', 'address', 'no-contact', 'cash', 'items', 'total', 'code', 'footer', 'venue', 'printed'],
} as const satisfies Record<ArrangedPaper, readonly string[]>;
export type PaperPart<P extends ArrangedPaper = ArrangedPaper> = (typeof PAPER_PARTS)[P][number];

/** Parts that can't be left out; the customer's note can name an allergy. */
export const NEVER_LEFT_OUT: Record<ArrangedPaper, readonly PaperPart[]> = {
  'kitchen-ticket': ['number', 'note', 'items'],
  'participant-label': ['name', 'items'],
  receipt: ['items', 'sums'],
  'courier-slip': ['number'],
};

export const PartSize = v.picklist(['small', 'normal', 'large']);
export type PartSize = v.InferOutput<typeof PartSize>;

const Lines = v.pipe(v.string(), v.maxLength(500));

function paper<P extends ArrangedPaper>(name: P) {
  const all: readonly PaperPart<P>[] = PAPER_PARTS[name];
  const must = NEVER_LEFT_OUT[name];
  const Part = v.strictObject({ part: v.picklist(all), size: v.optional(PartSize, 'normal') });
  return v.optional(
    v.strictObject({
      parts: v.optional(
        v.pipe(
          v.array(Part),
          v.check((parts) => new Set(parts.map(({ part }) => part)).size === parts.length, mistake('template.partOnce')),
          v.check(
            (parts) => must.every((needed) => parts.some(({ part }) => part === needed)),
            mistake('template.requiredParts', { parts: must.join(', ') }),
          ),
        ),
        all.map((part) => ({ part, size: 'normal' as const })),
      ),
      header: v.optional(Lines, ''),
      footer: v.optional(Lines, ''),
    }),
    {},
  );
}

/** A 1-bit image as printed: rows of bits, eight dots per byte, 1 is black. */
export const Logo = v.pipe(
  v.strictObject({
    width: v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(576)),
    height: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400)),
    dots: v.pipe(v.string(), v.base64(mistake('template.pictureSizeMismatch'))),
  }),
  v.check(
    ({ width, height, dots }) => width % 8 === 0 && dots.length === 4 * Math.ceil(((width / 8) * height) / 3),
    mistake('template.pictureSizeMismatch'),
  ),
);
export type Logo = v.InferOutput<typeof Logo>;

export const PaperTemplate = v.strictObject({
  language: v.pipe(v.optional(Language, 'en'), v.description('Language of printouts, whatever the screen language.')),
  code: v.pipe(
    v.optional(v.picklist(['none', 'qr', 'barcode']), 'none'),
    v.description('The order ID as a QR code or barcode (Code 128), on printouts with the part `code`.'),
  ),
  logo: v.pipe(v.optional(v.nullable(Logo), null), v.description('A black-and-white image; the Settings screen makes it from a file.')),
  'kitchen-ticket': v.pipe(paper('kitchen-ticket'), v.description(about('kitchen-ticket'))),
  'participant-label': v.pipe(paper('participant-label'), v.description(about('participant-label'))),
  receipt: v.pipe(paper('receipt'), v.description(about('receipt'))),
  'courier-slip': v.pipe(paper('courier-slip'), v.description(about('courier-slip'))),
});
export type PaperTemplate = v.InferOutput<typeof PaperTemplate>;

export const USUAL_TEMPLATE: PaperTemplate = v.parse(PaperTemplate, {});

function about(name: ArrangedPaper): string {
  return `\`parts\` from top to bottom, each \`{"part": ..., "size": "small", "normal" or "large"}\` (${PAPER_PARTS[name].join(', ')}), and the text of \`header\` and \`footer\`.`;
}
