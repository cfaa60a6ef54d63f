/** Setup sheet: staff enter the numbers of correctly printed samples, which gives the printer's settings. */

import { type Message, message, type Text } from '../../../contract/message.ts';
import type { CodePage } from '../escpos/code-page.ts';
import { encode, type PrinterProfile } from '../escpos/encode.ts';
import type { Bitmap } from '../layout/bitmap.ts';
import type { Block } from '../layout/document.ts';
import { layout } from '../layout/layout.ts';
import { drawLine } from '../layout/line-image.ts';
import { printable } from '../layout/text/printable-text.ts';
import type { Printer } from '../transports/printer.ts';

export type LearntProfile = Partial<Pick<Printer, 'columns' | 'dots' | 'code_page' | 'cut' | 'buzzer' | 'drawer'>>;

interface Choice {
  number: number;
  /** Staff may enter one number per topic. */
  about: 'columns' | 'dots' | 'letters' | 'cut' | 'buzzer' | 'drawer';
  sets: LearntProfile;
  text: Message;
}

const WIDTHS = [24, 32, 42, 48, 56, 64] as const;
const BARS = [288, 384, 512, 576, 640, 832] as const;
/** A sample that only this code page prints correctly. */
const LETTERS: Record<Exclude<CodePage, 'ASCII'>, string> = {
  PC858_EURO: 'Åäö é ñ ß €',
  PC852_LATIN2: 'Łódź čaj őű',
  PC866_CYRILLIC2: 'Доброе утро',
  WPC1252: 'Àçœ Žž õ €',
  WPC1250_LATIN2: 'Žluťoučký ł',
  WPC1251_CYRILLIC: 'Ђак їжа ў',
};
const PAGES = Object.entries(LETTERS) as [Exclude<CodePage, 'ASCII'>, string][];
/** Width that every ticket printer has. */
const NARROW: PrinterProfile = { family: 'epson', columns: 24, dots: 288, codePage: 'ASCII', cut: 'go-on' };

const CHOICES: readonly Choice[] = [
  ...WIDTHS.map((columns, at): Choice => {
    return { number: 1 + at, about: 'columns', sets: { columns }, text: message('setUpSheet.charactersPerLine', { columns }) };
  }),
  ...BARS.map(
    (dots, at): Choice => ({ number: 11 + at, about: 'dots', sets: { dots }, text: message('setUpSheet.dotsPerLine', { dots }) }),
  ),
  ...PAGES.map(([code_page], at): Choice => {
    return { number: 21 + at, about: 'letters', sets: { code_page }, text: message('setUpSheet.codePage', { codePage: code_page }) };
  }),
  { number: 29, about: 'letters', sets: { code_page: 'ASCII' }, text: message('setUpSheet.charactersDrawn') },
  { number: 31, about: 'cut', sets: { cut: 'partial' }, text: message('setUpSheet.partialCut') },
  { number: 32, about: 'cut', sets: { cut: 'full' }, text: message('setUpSheet.fullCut') },
  { number: 33, about: 'cut', sets: { cut: 'none' }, text: message('setUpSheet.noCut') },
  { number: 41, about: 'buzzer', sets: { buzzer: true }, text: message('setUpSheet.buzzerOn') },
  { number: 42, about: 'buzzer', sets: { buzzer: false }, text: message('setUpSheet.buzzerOff') },
  { number: 51, about: 'drawer', sets: { drawer: true }, text: message('setUpSheet.drawerOn') },
  { number: 52, about: 'drawer', sets: { drawer: false }, text: message('setUpSheet.drawerOff') },
];

/** Three pieces, one per kind of cut, laid out for the narrowest paper. */
export function setUpSheet(family: Printer['family']): Buffer {
  const profile: PrinterProfile = { ...NARROW, family };
  const words = (text: string): Block[] => [
    { kind: 'feed', lines: 1 },
    { kind: 'text', text },
  ];
  const write = (blocks: Block[], change: Partial<PrinterProfile> = {}): Buffer =>
    encode(layout({ title: '', blocks }, { columns: NARROW.columns }), { ...profile, ...change });
  return Buffer.concat([
    write([{ kind: 'text', text: 'SET-UP SHEET', size: 2, bold: true }, ...words('Which is the longest line that is not broken in two?')]),
    ...WIDTHS.map((columns, at) => encode([ruler(1 + at, columns)], { ...profile, columns })),
    write(words('Which is the longest bar with an arrow at its right end?')),
    ...BARS.flatMap((dots, at) => [write([{ kind: 'text', text: String(11 + at) }]), encode([bar(dots)], { ...profile, dots })]),
    write(words('Where does the upper line read like the lower one?')),
    ...PAGES.flatMap(([codePage, text], at) => {
      const numbered = `${21 + at} ${text}`;
      return [write([{ kind: 'text', text: numbered }], { codePage }), write([{ kind: 'picture', picture: drawn(numbered) }])];
    }),
    write([{ kind: 'text', text: '29 Nowhere' }, ...words('31 The paper is cut here, and hangs on')], { cut: 'partial' }),
    write([{ kind: 'text', text: '32 The paper is cut right through here' }], { cut: 'full' }),
    write(
      [
        { kind: 'text', text: '33 The paper was not cut' },
        ...words('41 The printer beeped just now'),
        { kind: 'text', text: '42 It did not' },
      ],
      { buzzer: true },
    ),
    write([...words('51 The drawer opened'), { kind: 'text', text: '52 It did not, or there is none' }], { drawer: true, cut: 'none' }),
  ]);
}

/** Settings for the entered numbers, also in words; or why they are wrong. */
export function profileFrom(typed: string): { profile: LearntProfile; text: Text } | { wrong: Text } {
  const numbers = typed.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 0) return { wrong: message('setUpSheet.enterNumbers') };
  const chosen: Choice[] = [];
  for (const number of numbers) {
    const choice = CHOICES.find((one) => one.number === number);
    if (!choice) return { wrong: message('setUpSheet.noSuchNumber', { number }) };
    const other = chosen.find(({ about }) => about === choice.about);
    if (other && other !== choice)
      return { wrong: message('setUpSheet.sameSettingTwice', { other: other.number, number, about: choice.about }) };
    chosen.push(choice);
  }
  const text = chosen.map((choice) => choice.text).reduce((first, next) => message('text.list', { first, next }));
  return { profile: Object.assign({}, ...chosen.map(({ sets }) => sets)), text };
}

function ruler(number: number, columns: number) {
  const start = `${number} `;
  const text = printable(`${start}${'.'.repeat(columns - start.length - 1)}|`);
  return { runs: [{ text, columns, width: 1, height: 1, bold: false, reverse: false, rightToLeft: false }], tight: false };
}

/** A bar that ends in an arrow, which is cut off if the bar is wider than the paper. */
function bar(dots: number) {
  const height = 24;
  const rowBytes = dots / 8;
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const middle = Math.abs(y - (height - 1) / 2);
    // The shaft is 8 dots high; the arrowhead takes the last 24 dots.
    const end = dots - Math.round(2 * middle);
    const start = middle < 4 ? 0 : dots - 24;
    for (let x = start; x < end; x++) rows[y * rowBytes + (x >> 3)] = (rows[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  }
  return { runs: [], tight: false, picture: { kind: 'logo', bitmap: { rowBytes, height, dots: rows } } as const };
}

/** The expected print, as a picture. */
function drawn(text: string): { kind: 'logo'; bitmap: Bitmap } {
  const [line] = layout({ title: '', blocks: [{ kind: 'text', text }] }, { columns: NARROW.columns });
  return { kind: 'logo', bitmap: drawLine(line ?? { runs: [], tight: false }, NARROW.columns, 12, 6).bitmap };
}
