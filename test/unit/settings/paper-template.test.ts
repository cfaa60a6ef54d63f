/** Valid printout templates, and the errors of invalid ones. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { PAPER_PARTS, PaperTemplate, USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { Settings } from '../../../contract/settings/settings.ts';
import { parseSettings } from '../../../main/settings/settings-file.ts';

const wrong = (template: unknown): string => {
  try {
    parseSettings(Settings, JSON.stringify({ template }, null, 2), 'venue.json');
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing is wrong';
};

test('the default template has every part of every printout in its usual place', () => {
  expect(USUAL_TEMPLATE.receipt.parts.map(({ part }) => part)).toEqual([...PAPER_PARTS.receipt]);
  expect(v.parse(PaperTemplate, JSON.parse(JSON.stringify(USUAL_TEMPLATE)))).toEqual(USUAL_TEMPLATE);
});

test("a ticket without the customer's note is refused: it may name an allergy", () => {
  const parts = USUAL_TEMPLATE['kitchen-ticket'].parts.filter(({ part }) => part !== 'note');
  expect(wrong({ 'kitchen-ticket': { parts } })).toMatch(
    /line \d+: "template.kitchen-ticket.parts".*Keep these required parts: number, note, items\./,
  );
});

test('duplicate parts, and parts of another printout, are named', () => {
  const part = (name: string) => ({ part: name });
  expect(wrong({ 'courier-slip': { parts: [part('number'), part('number')] } })).toContain('Use each part only once.');
  expect(wrong({ 'courier-slip': { parts: [part('number'), part('sums')] } })).toMatch(
    /line 9: .*is "sums"\. Choose one of these: logo, header/,
  );
});

test("a logo whose data doesn't match its size is refused", () => {
  const logo = (width: number, height: number, bytes: number) => ({ width, height, dots: Buffer.alloc(bytes).toString('base64') });
  expect(wrong({ logo: logo(96, 64, 768) })).toBe('nothing is wrong');
  expect(wrong({ logo: logo(96, 64, 700) })).toContain("doesn't match its stated width and height");
  expect(wrong({ logo: logo(97, 64, 768) })).toContain("its width isn't a multiple of 8");
});
