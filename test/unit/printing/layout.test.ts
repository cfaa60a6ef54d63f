import { describe, expect, it } from 'vitest';
import type { Block, Document, Size } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { displayWidth, graphemes } from '../../../main/printing/layout/text/display-width.ts';
import { paragraphs, printable } from '../../../main/printing/layout/text/printable-text.ts';
import { textPreview } from '../../../main/printing/layout/text-preview.ts';
import fc from '../../setup/property.ts';
import { hostileText } from './hostile-text.ts';

const size = fc.constantFrom<Size>(1, 2, 3, 4, 5, 6, 'tall');
const align = fc.constantFrom<'left' | 'center' | 'right'>('left', 'center', 'right');
const style = { size, sizeOnNarrowPaper: size, bold: fc.boolean() };
const lineOf = (cells: number) =>
  fc.oneof(
    fc.record({
      kind: fc.constant<'text'>('text'),
      text: hostileText,
      align,
      indent: fc.nat(30),
      shrinkToOneLine: fc.boolean(),
      reverse: fc.boolean(),
      ...style,
    }),
    fc.record({
      kind: fc.constant<'row'>('row'),
      cells: fc.array(fc.record({ text: hostileText, width: fc.constantFrom<'fit' | 'rest' | number>('fit', 'rest', 1, 3, 90), align }), {
        maxLength: cells,
      }),
      indent: fc.nat(30),
      ...style,
    }),
  );
const leaf = fc.oneof(
  lineOf(4),
  fc.record({ kind: fc.constant<'rule'>('rule'), weight: fc.constantFrom<'light' | 'heavy'>('light', 'heavy') }),
  fc.record({ kind: fc.constant<'ruler'>('ruler') }),
  fc.record({ kind: fc.constant<'facts'>('facts'), texts: fc.array(hostileText, { maxLength: 4 }), size }),
);
const DISH = {
  kind: fc.constant<'item'>('item'),
  count: fc.option(fc.oneof(fc.nat(20), fc.nat())),
  digits: fc.integer({ min: 1, max: 3 }),
  name: hostileText,
  details: fc.array(lineOf(3), { maxLength: 2 }),
  who: fc.option(hostileText),
  ...style,
};
const block: fc.Arbitrary<Block> = fc.oneof(
  leaf,
  fc.record(DISH),
  fc.record({ ...DISH, amount: hostileText }),
  fc.record({ kind: fc.constant<'box'>('box'), title: hostileText, blocks: fc.array(leaf, { maxLength: 3 }) }),
);

/** Drops blanks, and joiners outside emoji. */
function letters(text: string): string {
  return text.replaceAll(/ |[\u200c\u200d](?!\p{Extended_Pictographic})/gu, '');
}

function documentOf(...blocks: Block[]): Document {
  return { title: 'Test', blocks };
}

function preview(columns: number, ...blocks: Block[]): string[] {
  return textPreview(layout(documentOf(...blocks), { columns }));
}

describe('a printed document', () => {
  it('is never wider than the paper, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.integer({ min: 16, max: 96 }), fc.boolean(), (blocks, columns, rightToLeft) => {
        for (const { runs } of layout({ ...documentOf(...blocks), rightToLeft }, { columns })) {
          const used = runs.reduce((sum, run) => sum + run.columns, 0);
          expect(used).toBeLessThanOrEqual(columns);
          for (const run of runs) expect(run.columns).toBe(displayWidth(run.text) * run.width);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('loses no letter of a text, at any width and size', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 16, max: 96 }), size, (text, columns, of) => {
        const lines = layout(documentOf({ kind: 'text', text, size: of }), { columns });
        const printed = lines.flatMap((line) => line.runs.map((run) => run.text)).join('');
        expect(letters(printed)).toBe(letters(paragraphs(text).join('')));
      }),
      { numRuns: 1000 },
    );
  });

  it('is at least 16 and at most 96 columns wide, whatever the setting', () => {
    for (const columns of [Number.NaN, -5, 0, 1]) expect(() => preview(columns, { kind: 'text', text: 'Pizza' })).not.toThrow();
    expect(preview(4, { kind: 'rule', weight: 'light' })).toEqual(['─'.repeat(16)]);
    expect(preview(1000, { kind: 'rule', weight: 'heavy' })).toEqual(['═'.repeat(96)]);
  });

  it.each<[what: string, text: string, lines: string[], size?: Size]>([
    ['breaks lines between words', 'Lasagne bolognese', ['Lasagne', 'bolognese']],
    ['breaks a word longer than the line', 'Donaudampfschifffahrt to go', ['Donaudampfschiff', 'fahrt to go']],
    ['breaks after a hyphen', 'Mozzarella-Tomaten-Salat', ['Mozzarella-', 'Tomaten-Salat']],
    ['breaks Chinese between any two characters', '花生过敏请不要放花生酱', ['花生过敏请不要放', '花生酱']],
    ['gives double-width letters two columns each', 'Pepperoni', ['Pepperon', 'i'], 2],
    ['sets Arabic and Hebrew at the right edge', 'בלי בצל', ['         בלי בצל']],
  ])('%s', (_, text, lines, of = 1) => {
    expect(preview(16, { kind: 'text', text, size: of })).toEqual(lines);
  });

  it('shrinks a text until it fits one line', () => {
    const sizes = (text: string) =>
      layout(documentOf({ kind: 'text', text, size: 6, shrinkToOneLine: true }), { columns: 32 }).map((line) => line.runs[0]?.width);
    expect(sizes('417')).toEqual([6]);
    expect(sizes('Petra Virtanen')).toEqual([2]);
    expect(sizes('Maximiliane Wolkenstein-Trost')).toEqual([1]);
  });

  it('sets cells next to each other, each wrapped in its own width', () => {
    expect(
      preview(24, {
        kind: 'row',
        cells: [
          { text: '12×', width: 'fit' },
          { text: 'Spring rolls with sweet chili', width: 'rest' },
          { text: 'hot', width: 'fit', align: 'right' },
        ],
      }),
    ).toEqual(['12× Spring rolls     hot', '    with sweet chili']);
  });

  it('draws an unbroken frame around a box, also beside letters of double height', () => {
    const lines = layout(documentOf({ kind: 'box', title: 'NOTE', blocks: [{ kind: 'text', text: 'No nuts', size: 2 }] }), { columns: 24 });
    expect(textPreview(lines)).toEqual(['╔═ NOTE ═══════════════╗', '║ No nuts              ║', '╚══════════════════════╝']);
    expect(lines[1]?.runs.map((run) => run.height)).toEqual([2, 2, 2, 2, 2]);
  });

  it('fills a black band over the full width', () => {
    const [line] = layout(documentOf({ kind: 'text', text: 'COPY', size: 3, reverse: true, align: 'center' }), { columns: 32 });
    expect(line?.runs.every((run) => run.reverse && run.height === 3)).toBe(true);
    expect(line?.runs.reduce((sum, run) => sum + run.columns, 0)).toBe(32);
  });
});

describe('the width of a character', () => {
  it.each([
    ['a', 1],
    ['é', 1],
    ['e\u0323\u0302', 1],
    ['花', 2],
    ['カ', 2],
    ['ｶ', 1],
    ['Ａ', 2],
    ['한', 2],
    ['🥜', 2],
    ['👩‍👩‍👧', 2],
    ['🇫🇮', 2],
    ['👍🏽', 2],
    ['שׁ', 1],
    ['س', 1],
    ['€', 1],
    ['─', 1],
  ])('%s takes %i', (character, columns) => {
    const all = graphemes(printable(character));
    expect(all).toHaveLength(1);
    expect(all[0]?.columns).toBe(columns);
  });
});
