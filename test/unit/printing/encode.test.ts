import { describe, expect, it } from 'vitest';
import { courierTicket } from '../../../main/printing/documents/courier-ticket.ts';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { participantLabel } from '../../../main/printing/documents/participant-label.ts';
import { receipt } from '../../../main/printing/documents/receipt.ts';
import { preorderTicket, stopTicket } from '../../../main/printing/documents/slips.ts';
import { testPage } from '../../../main/printing/documents/test-page.ts';
import { inCodePage } from '../../../main/printing/escpos/code-page.ts';
import { encode, harmless, type PrinterProfile } from '../../../main/printing/escpos/encode.ts';
import type { Block } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { PrintableText } from '../../../main/printing/layout/text/printable-text.ts';
import fc from '../../setup/property.ts';
import { scan } from './escpos-scanner.ts';
import { hostileText } from './hostile-text.ts';
import { context, groupOrder, order, orderInManyScripts, takeawayWithCash } from './papers/orders.ts';

const WIDE: PrinterProfile = { family: 'epson', columns: 48, dots: 576 };
const NARROW: PrinterProfile = { family: 'epson', columns: 32, dots: 384 };

function bytesOf(profile: PrinterProfile, ...blocks: Block[]): Buffer {
  return encode(layout({ title: 'Test', blocks }, profile), profile);
}

function inkedColumns(block: Block): number[] {
  const [image = { rowBytes: 1, data: Buffer.alloc(0) }] = scan(bytesOf(WIDE, block)).images;
  const columns = new Set<number>();
  image.data.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) columns.add((at % image.rowBytes) * 8 + bit);
  });
  return [...columns].sort((a, b) => a - b);
}

/** A printer with ASCII only: text that it can print is never drawn. */
const PLAIN: PrinterProfile = { ...WIDE, codePage: 'ASCII' };

describe('a printer with only its own letters', () => {
  const papers = {
    'kitchen ticket': kitchenTicket(groupOrder, context),
    label: participantLabel(groupOrder, 1, context),
    receipt: receipt(takeawayWithCash, context),
    'courier ticket': courierTicket(takeawayWithCash, context),
    'STOP ticket': stopTicket(groupOrder, context),
    'pre-order ticket': preorderTicket(groupOrder, context),
    'test page': testPage({ name: 'Kitchen', address: '192.0.2.7:9100', ...context }),
  };

  it.each(Object.entries(papers))('prints every encodable line of a %s word for word', (_, document) => {
    const lines = layout(document ?? { title: '', blocks: [] }, PLAIN);
    const written = lines.map(({ runs }) => runs.map(({ text }) => text).join(''));
    const expected = written.map((line) => inCodePage(line.trimEnd(), 'ASCII'));
    const printed = scan(encode(lines, PLAIN)).lines.map((line) => (line.startsWith('[image') ? null : line.trimEnd()));
    expect(printed).toEqual(expected);
    expect(expected.filter((line) => line !== null).length).toBeGreaterThan(3);
  });

  it.each(['epson', 'star'] as const)("of the family %s prints a dish's count in a box without drawing it, with space below", (family) => {
    const dish: Block = { kind: 'item', count: 2, digits: 1, name: 'Salad', size: 2, bold: true, details: [] };
    const text = bytesOf({ ...PLAIN, family }, dish).toString('latin1');
    const [invert, plain, large] = family === 'epson' ? ['\x1dB\x01', '\x1dB\x00', '\x1d!\x11'] : ['\x1b4', '\x1b5', '\x1bi\x01\x01'];
    const bold = family === 'epson' ? ['\x1bE\x01', '\x1bE\x00'] : ['\x1bE', '\x1bF'];
    expect(text).toContain(`${large}${bold[0]}${invert}2${plain}${bold[1]}`);
    expect(text).toContain(`${large}${bold[0]}Salad${bold[1]}`);
    expect(text).toContain(family === 'epson' ? '\n\x1bJ\x0a' : '\n\x1bJ\x05');
  });
});

describe('the bytes of a job', () => {
  it('start with a reset and the code page, end with feed and a partial cut, and cut once', () => {
    const bytes = bytesOf(WIDE, { kind: 'text', text: 'Hello' });
    expect(bytes.toString('latin1')).toBe('\x1b@\x1bt\x13Hello\n\x1b3\x1e\x1bd\x04\x1dV\x01\x1b@');
    const { commands } = scan(encode(layout(kitchenTicket(groupOrder, context), WIDE), WIDE));
    expect(commands.filter((command) => command.startsWith('GS V'))).toEqual(['GS V 01']);
    expect(commands.slice(0, 2)).toEqual(['ESC @', 'ESC t 13']);
  });

  it('are only text and the commands listed for tickets, whatever the order contains', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (name, comment, venueName) => {
        const hostile = order({
          number: name,
          consumer: { name, phone: name, comment },
          delivery: { ...order().delivery, type: comment, address: comment },
        });
        const bytes = encode(layout(kitchenTicket(hostile, { ...context, venueName }), NARROW), NARROW);
        expect(() => scan(bytes)).not.toThrow();
        for (const obeyedAnywhere of ['1004', '1005', '1014']) expect(bytes.includes(Buffer.from(obeyedAnywhere, 'hex'))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it("contain no command even from a line that wasn't cleaned by the layout", () => {
    const text = 'No onion\x1bp\x00\x19\xfa' as PrintableText;
    const run = { text, columns: 12, width: 1, height: 1, bold: false, reverse: false, rightToLeft: false };
    expect(scan(encode([{ runs: [run], tight: false }], WIDE)).lines).toEqual(['No onionp\xa3']);
  });

  it.each([
    [
      "use the printer's own letters for accents and the euro sign",
      'Crème brûlée 5 €, Öl, 2× ñ',
      'Cr\x8ame br\x96l\x82e 5 \xd5, \x99l, 2\x9e \xa4',
    ],
    ['replace typographic quotes and dashes', 'Don\u2019t ring \u2013 \u201cknock\u201d\u2026', 'Don\'t ring - "knock"...'],
  ])('%s instead of drawing the line', (_, text, line) => {
    expect(scan(bytesOf(WIDE, { kind: 'text', text })).lines).toEqual([line]);
  });

  it('enlarge, embolden and invert a text, and reset it', () => {
    const { commands } = scan(bytesOf(WIDE, { kind: 'text', text: 'COPY', size: 2, bold: true }));
    const expected = 'ESC @, ESC t 13, GS ! 11, ESC E 01, ESC E 00, GS ! 00, ESC 3 1e, ESC d 04, GS V 01, ESC @';
    expect(commands.join(', ')).toBe(expected);
    expect(scan(bytesOf(WIDE, { kind: 'text', text: 'tall', size: 'tall' })).commands).toContain('GS ! 01');
    const inverted = scan(bytesOf(WIDE, { kind: 'text', text: 'x', reverse: true })).commands;
    expect(inverted).toContain('GS B 01');
    expect(inverted).toContain('ESC 3 18');
  });

  it.each([
    [WIDE, 576],
    [NARROW, 384],
  ])('draw characters missing in the code page over the full paper width', (profile, dots) => {
    const { images, lines } = scan(bytesOf(profile, { kind: 'text', text: 'Без орехов' }, { kind: 'text', text: 'tall λ', size: 'tall' }));
    expect(lines).toEqual([`[image ${dots}x30]`, `[image ${dots}x30]`, `[image ${dots}x24]`]);
    expect(images[0]?.data.some((byte) => byte !== 0)).toBe(true);
  });

  it("draw characters in the same columns as the printer's own letters", () => {
    const inked = inkedColumns({ kind: 'text', text: 'Ж', indent: 4 });
    expect(inked.length).toBeGreaterThan(4);
    expect(inked.at(0)).toBeGreaterThanOrEqual(48);
    expect(inked.at(-1)).toBeLessThan(60);
  });

  it('draw Arabic joined at the right edge', () => {
    const inked = inkedColumns({ kind: 'text', text: 'بيت' });
    const [first = 0, last = 0] = [inked[0], inked.at(-1)];
    expect(last).toBeGreaterThan(560);
    // Joined letters leave no white column between them.
    expect(inked.length).toBe(last - first + 1);
  });

  it("hold no cash drawer command in an image's data, where printers obey it too", () => {
    const drawer = Buffer.from([0, 0x10, 0x14, 1, 0, 1, 0x10, 0x05, 0x10, 0x04, 1, 0x10, 0x10, 0x20, 0x10]);
    expect(harmless(drawer)).toEqual(Buffer.from([0, 0x18, 0x14, 1, 0, 1, 0x18, 0x05, 0x18, 0x04, 1, 0x10, 0x10, 0x20, 0x10]));
  });

  it('draw a letter without a glyph as a box and refer to the screen', () => {
    const boxed = scan(bytesOf(WIDE, { kind: 'text', text: '\u0378' }));
    expect(boxed.lines[0]).toBe('[image 576x30]');
    expect(boxed.lines.join(' ')).toContain('Read them on the screen.');
    expect(scan(bytesOf(WIDE, { kind: 'text', text: 'λ' })).lines.join(' ')).not.toContain('screen');
  });

  it.each([
    ['Czech', 'žluťoučký kůň'],
    ['Polish', 'zażółć gęślą jaźń'],
    ['Lithuanian and Latvian', 'ąčęėįšųūž ģķļņ āēī'],
    ['Greek', 'Πίτσα με φέτα'],
    ['Russian', 'Без орехов, пожалуйста'],
    ['Kazakh', 'Жаңғақсыз, өтінемін'],
    ['Hebrew', 'בלי אגוזים בבקשה'],
    ['Arabic', 'بدون مكسرات من فضلك'],
    ['Georgian', 'თხილის გარეშე'],
    ['Armenian', 'Առանց ընկույզի'],
    ['Japanese', 'ナッツ抜きでお願いします。日本'],
    ['emoji', 'Happy 🎉 birthday ❤️ 👨‍👩‍👧 👍🏽 🇫🇮 🥜'],
  ])('have a glyph for every letter of %s, in both weights', (_language, text) => {
    for (const bold of [false, true]) {
      const { lines } = scan(bytesOf(WIDE, { kind: 'text', text, bold }));
      expect(lines.every((line) => line.startsWith('[image'))).toBe(true);
      expect(lines.join(' ')).not.toContain('Boxes stand for characters');
    }
  });

  it('start no line of Japanese with a full stop', () => {
    const lines = layout({ title: '', blocks: [{ kind: 'text', text: 'ナッツ抜きでお願いします。' }] }, { columns: 24 });
    expect(lines.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual(['ナッツ抜きでお願いしま', 'す。']);
  });

  it("never hold a question mark the order doesn't hold", () => {
    const { lines } = scan(encode(layout(kitchenTicket(orderInManyScripts, context), WIDE), WIDE));
    expect(lines.join('\n')).not.toContain('?');
    expect(lines.filter((line) => line.startsWith('[image')).length).toBeGreaterThan(5);
  });

  it('use the code page set for the printer', () => {
    const cyrillic = bytesOf({ ...WIDE, codePage: 'PC866_CYRILLIC2' }, { kind: 'text', text: 'Без «лука»' });
    expect(scan(cyrillic).commands[1]).toBe('ESC t 11');
    expect(scan(cyrillic).images).toHaveLength(1);
    expect(scan(bytesOf({ ...WIDE, codePage: 'PC866_CYRILLIC2' }, { kind: 'text', text: 'Без лука' })).lines).toEqual([
      '\x81\xa5\xa7 \xab\xe3\xaa\xa0',
    ]);
  });
});

describe('the code pages', () => {
  it.each([
    ['PC866_CYRILLIC2', 'ibm866'],
    ['WPC1252', 'windows-1252'],
    ['WPC1250_LATIN2', 'windows-1250'],
    ['WPC1251_CYRILLIC', 'windows-1251'],
  ] as const)('%s is encoded as the standard %s decodes it', (codePage, standard) => {
    const decoder = new TextDecoder(standard);
    for (let byte = 0xa1; byte <= 0xff; byte++) {
      const character = decoder.decode(Uint8Array.of(byte));
      if (/[\s\u00ad]/u.test(character)) continue;
      const { lines } = scan(bytesOf({ ...WIDE, codePage }, { kind: 'text', text: character }));
      expect([character, lines[0]]).toEqual([character, String.fromCharCode(byte)]);
    }
  });
});

describe('a Star printer', () => {
  it('gets its own commands for size, weight, images and the cut', () => {
    const profile: PrinterProfile = { family: 'star', columns: 48, dots: 576 };
    const bytes = bytesOf(profile, { kind: 'text', text: 'Hi', size: 2, bold: true }, { kind: 'text', text: 'λ' });
    const text = bytes.toString('latin1');
    expect(text.startsWith('\x1b@\x1b\x1dt\x04\x1bi\x01\x01\x1bEHi\x1bF\x1bi\x00\x00\n')).toBe(true);
    expect(text).toContain('\x1bk\x48\x00');
    expect(text).toContain('\x1bd\x03');
    expect(text).not.toContain('\x1dV');
  });
});
