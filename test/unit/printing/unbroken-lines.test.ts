/** A number stays on one line with its unit, in every script and size: "0.33 l" never breaks. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { displayWidth } from '../../../main/printing/layout/text/display-width.ts';
import { printable } from '../../../main/printing/layout/text/printable-text.ts';
import { wrap } from '../../../main/printing/layout/text/wrap.ts';
import fc from '../../setup/property.ts';

const PHRASES = [
  ...['0.33 l', '0,5 l', '12 pcs', '2 x', '2 × Mozzarella', '3x Espresso', '10.50 EUR', 'EUR 10.50', '12 €', '€ 12', '-2.50 EUR', '25.5 %'],
  ...['+358 40 123 4567', '(09) 123 456', '040-123 4567', '+4930/1234567', '555 0100', '1 234.50 PLN'],
  ...['18:00-18:30', '18:00–18:30', '9:30 pm', '14 Mar', '1/2', '14-03-2026', 'No. 5', 'Nr. 12', '180 °C'],
  ...['4 Stk.', '0,5 λ', '3 τεμ', '0.33 ლ', '3 ცალი', '330 ml', '0,75 л', '5 шт.', '2 יח׳', '500 מ״ל', '330 מל', '12 ₪'],
  ...['2 個', '3名', '12点', '￥500'],
];
const WORDS = ['Lemonade', 'Limonade', 'Bier', 'לימונדה', 'לחם', 'ლიმონათი', 'Λεμονάδα', 'レモネード', 'お茶', 'Coca-Cola', 'with'];

const rowsOf = (text: string, columns: number): string[] => wrap(text, columns).map((row) => row.text);
const isWhole = (text: string, phrase: string, columns: number): boolean =>
  rowsOf(text, columns).some((row) => row.includes(printable(phrase)));

describe('a printed line', () => {
  it.each(PHRASES)('doesn\'t end within "%s" if a line has room for it', (phrase) => {
    const least = displayWidth(printable(phrase));
    for (let columns = Math.max(8, least); columns <= 48; columns += 1) {
      for (const before of WORDS) {
        const text = `${before} ${phrase} ${before}`;
        expect([columns, rowsOf(text, columns), isWhole(text, phrase, columns)]).toEqual([columns, expect.anything(), true]);
      }
    }
  });

  it("doesn't end within a number and its unit, whatever words surround them", () => {
    const parts = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...PHRASES)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 18, max: 60 }), (all, columns) => {
        // A word between two phrases, which could form a longer phrase together.
        const rows = rowsOf(all.join(' and '), columns).join('\n');
        for (const phrase of all.filter((part) => PHRASES.includes(part))) expect(rows).toContain(printable(phrase));
      }),
    );
  });

  it('ends within a number and its unit only if they are longer than the line, losing nothing', () => {
    expect(rowsOf('+358 40 123 4567 890', 8)).toEqual(['+358 40', '123 4567', '890']);
    expect(rowsOf('0.333333333 l', 8).join('').replaceAll(' ', '')).toBe('0.333333333l');
  });

  it('breaks at words and hyphens if no number with a unit is there', () => {
    expect(rowsOf('Lasagne bolognese', 12)).toEqual(['Lasagne', 'bolognese']);
    expect(rowsOf('Mozzarella-Tomaten-Salat', 16)).toEqual(['Mozzarella-', 'Tomaten-Salat']);
    expect(rowsOf('2026年3月14日', 8)).toEqual(['2026年', '3月14日']);
  });

  it.each([24, 32, 42, 48])('in letters of double size on %i columns keeps a number with its unit too', (columns) => {
    const dish = (name: string): Block => ({ kind: 'item', count: 1, digits: 1, name, size: 2, bold: true, details: [] });
    const latin = ['Sparkling water 0.33 l', 'Lemonade 0.4 l', 'Olives 250 g', 'Wings 12 pcs'];
    for (const name of [...latin, 'レモネード 0.33 l', 'לימונדה 0.33 ל']) {
      const lines = layout({ title: '', blocks: [dish(name)] }, { columns }).map((line) => line.runs.map(({ text }) => text).join('|'));
      const [phrase = ''] = /[\d.]+ \p{L}+$/u.exec(name) ?? [];
      expect(lines.join('\n')).toContain(phrase);
    }
  });
});
