import { expect, it } from 'vitest';
import { testPage } from '../../../../main/printing/documents/test-page.ts';
import { context, linesOf } from './orders.ts';

it('the test page names the printer and shows width, accents and the euro sign', () => {
  const page = testPage({ name: 'Kitchen', address: '127.0.0.1:9100', ...context });
  expect(linesOf(page, 32)).toEqual([
    '  TEST PAGE',
    '',
    '     Kitchen',
    '         127.0.0.1:9100',
    '       14 Mar 2026 13:16',
    '════════════════════════════════',
    '.........1.........2.........3..',
    '32 columns',
    'The ruler must fill exactly one',
    'line.',
    '────────────────────────────────',
    'Accents  åäö ÅÄÖ éèêë çñß øæ üÜ',
    'Euro     12.50 €',
    'Greek    Καλημέρα',
    'Cyrillic Доброе утро',
    '────────────────────────────────',
    'Tall',
    'Double',
    'Triple',
    ' White on black',
    ' 2    In a box',
    '════════════════════════════════',
    '  The paper is cut below this',
    '             line.',
  ]);
});
