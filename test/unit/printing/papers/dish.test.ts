/** A dish on a printout: its count, boxed if above one; its name; choices below; its person at the end. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../main/printing/layout/document.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import type { Line } from '../../../../main/printing/layout/line.ts';
import { textPreview } from '../../../../main/printing/layout/text-preview.ts';
import fc from '../../../setup/property.ts';

const option = (text: string): Extract<Block, { kind: 'row' }> => ({
  kind: 'row',
  size: 'tall',
  cells: [
    { text: '+', width: 'fit' },
    { text, width: 'rest' },
  ],
});

function dish(count: number | null, name: string, more: { options?: string[]; who?: string; digits?: number } = {}): Block {
  const { options = [], who = null, digits = 1 } = more;
  return { kind: 'item', count, digits, name, size: 2, bold: true, details: options.map(option), who };
}

const lines = (columns: number, blocks: Block[], rightToLeft = false): Line[] => layout({ title: '', blocks, rightToLeft }, { columns });
const paper = (columns: number, ...blocks: Block[]): string[] => textPreview(lines(columns, blocks));
const boxed = (all: Line[]): string[] =>
  all.map(({ runs }) =>
    runs
      .filter(({ reverse }) => reverse)
      .map(({ text }) => text)
      .join(''),
  );

describe('a dish', () => {
  it('has a boxed count above one, and no box around a one', () => {
    const all = lines(48, [dish(2, 'Caesar salad'), dish(1, 'Lasagne'), dish(12, 'Wings', { digits: 2 })]);
    expect(boxed(all)).toEqual([' 2 ', '', ' 12 ']);
    expect(all[0]?.runs.filter(({ reverse }) => reverse).map(({ height }) => height)).toEqual([2, 2, 2]);
  });

  it('starts its name in one column with all others, whatever their counts', () => {
    expect(paper(48, dish(2, 'Salad', { digits: 3 }), dish(117, 'Rolls', { digits: 3 }), dish(12, 'Wings', { digits: 3 }))).toEqual([
      '     2    Salad',
      ' 117      Rolls',
      '   12     Wings',
    ]);
  });

  it('has its person at the end of its last line, after the choices', () => {
    expect(paper(48, dish(2, 'Caesar salad', { options: ['With chicken', 'no croutons'], who: 'Ines' }))).toEqual([
      ' 2    Caesar salad',
      '      +  With chicken',
      '      +  no croutons                        Ines',
    ]);
    expect(paper(48, dish(1, 'Tiramisù', { who: 'Petra' }))).toEqual([' 1    Tiramisù                             Petra']);
  });

  it("has its person on the next line if there's no room", () => {
    expect(paper(32, dish(1, 'Lasagne bolognese', { who: 'Ines' }))).toEqual([' 1    Lasagne', '      bolognese             Ines']);
    expect(paper(32, dish(1, 'Pizza', { options: ['Extra topping and cheese'], who: 'Ines' }))).toEqual([
      ' 1    Pizza',
      '      +  Extra topping and',
      '         cheese             Ines',
    ]);
    expect(paper(32, dish(1, 'Pizza funghi', { options: ['Mozzarella, mushroom'], who: 'Maximiliane' }))).toEqual([
      ' 1    Pizza funghi',
      '      +  Mozzarella, mushroom',
      '                     Maximiliane',
    ]);
  });

  it('mirrors count, name and person on right-to-left printouts', () => {
    const [first, last] = lines(48, [dish(2, 'Burger', { options: ['No onion'], who: 'Lea' })], true);
    expect(first?.runs.map(({ text }) => text.trim())).toEqual(['', 'Burger', '', '', '2', '']);
    expect(last?.runs.map(({ text }) => text.trim()).filter(Boolean)).toEqual(['Lea', 'No onion', '+']);
    expect(last?.runs[0]?.text).toBe('Lea');
  });

  it('that is counted in another bag has no count', () => {
    expect(paper(48, dish(null, 'Lemonade'))).toEqual(['      Lemonade']);
  });

  it('loses no letter of its name, choices or person, at any width', () => {
    const words = fc
      .array(fc.constantFrom('Salad', 'No onion', 'ארוחה', '花生', '0.33 l', 'é', '-'), { maxLength: 5 })
      .map((all) => all.join(' '));
    const letters = (text: string): string[] => [...text.replaceAll(/\s/g, '')].sort();
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.nat(300),
        fc.integer({ min: 16, max: 96 }),
        fc.boolean(),
        (name, chosen, who, count, columns, rtl) => {
          const printed = lines(columns, [dish(count, name, { options: [chosen], who })], rtl)
            .flatMap(({ runs }) => runs.map(({ text }) => text))
            .join('');
          expect(letters(printed)).toEqual(letters(`${count}${name}+${chosen}${who}`));
        },
      ),
    );
  });
});
