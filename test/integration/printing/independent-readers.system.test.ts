/** Printouts read by independent programs: codes by scanners, drawn lines by OCR, bytes by another codec. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { courierTicket } from '../../../main/printing/documents/courier-ticket.ts';
import { type CodePage, lettersOf } from '../../../main/printing/escpos/code-page.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import type { Document } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { fileFolder } from '../../setup/parts.ts';
import fc from '../../setup/property.ts';
import { scan } from '../../unit/printing/escpos-scanner.ts';
import { context, order } from '../../unit/printing/papers/orders.ts';

const folder = fileFolder();

const WIDTHS = [
  { columns: 48, dots: 576 },
  { columns: 32, dots: 384 },
  { columns: 24, dots: 288 },
];

function run(program: string, args: string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...(input ? { input } : {}), maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

function pictureOf(bytes: Buffer, name: string): string {
  const { images } = scan(bytes);
  const rowBytes = images[0]?.rowBytes ?? 0;
  const height = images.reduce((sum, image) => sum + image.height, 0);
  const bits = Buffer.concat([Buffer.from(`P4\n${rowBytes * 8} ${height}\n`), ...images.map(({ data }) => data)]);
  const file = join(folder, `${name}.png`);
  const framed = run('pnmpad', ['-white', '-left=40', '-right=40', '-top=40', '-bottom=40'], bits);
  writeFileSync(file, run('pnmtopng', ['-quiet'], framed));
  return file;
}

function slipWith(code: 'qr' | 'barcode', id: string): Document {
  return courierTicket(order({ id }), { ...context, template: { ...context.template, code } });
}

test.each(['qr', 'barcode'] as const)(
  'a scanner reads the order ID from every %s, at every paper width',
  (code) => {
    const ids = [
      '6b3a51e07c9d2f4b18e6a3ff',
      '7',
      'order-2026/11_#42',
      'x'.repeat(64),
      ...fc.sample(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 }), { numRuns: 12, seed: 5 }),
    ];
    const wrong: string[] = [];
    for (const { columns, dots } of WIDTHS) {
      const files = ids.map((id, at) =>
        pictureOf(encode(layout(slipWith(code, id), { columns }), { family: 'epson', columns, dots }), `${code}-${dots}-${at}`),
      );
      const read = run('zbarimg', ['--quiet', '--raw', ...files])
        .toString('utf8')
        .trimEnd()
        .split('\n');
      if (read.length !== ids.length) wrong.push(`${read.length} of ${ids.length} codes read at ${dots} dots`);
      for (const [at, id] of ids.entries()) if (read[at] !== id) wrong.push(`${id} was read as ${read[at]} at ${dots} dots`);
    }
    expect(wrong).toEqual([]);
  },
  60_000,
);

test('a drawn logo has exactly its black dots, as netpbm counts them', () => {
  const dots = Buffer.alloc(12 * 20, 0xaa);
  const logo = { width: 96, height: 20, dots: dots.toString('base64') };
  const slip = courierTicket(order(), { ...context, template: { ...context.template, logo } });
  const file = pictureOf(encode(layout(slip, { columns: 48 }), { family: 'epson', columns: 48, dots: 576 }), 'logo');
  const histogram = run('sh', ['-c', `pngtopnm "${file}" | pgmhist -machine`]).toString();
  const [, black] = /^0 (\d+)/m.exec(histogram) ?? [];
  expect(Number(black)).toBe((96 / 2) * 20);
});

const NOTES: [language: string, note: string][] = [
  ['pol', 'Bez orzechów, zażółć gęślą jaźń'],
  ['ces', 'Příliš žluťoučký kůň, bez ořechů'],
  ['ell', 'Πίτσα με φέτα, χωρίς κρεμμύδι'],
  ['rus', 'Без орехов, пожалуйста'],
  ['kaz', 'Жаңғақсыз дайындаңыз'],
  ['heb', 'בלי אגוזים בבקשה'],
  ['ara', 'بدون مكسرات من فضلك'],
  ['kat', 'თხილის გარეშე მოამზადეთ'],
  ['hye', 'Առանց ընկույզի'],
  ['jpn', 'ナッツ抜きでお願いします'],
];

test.each(NOTES)('a note in the letters of %s is read by OCR as written', (language, note) => {
  const lines = layout({ title: '', blocks: [{ kind: 'text', text: note, size: 2 }] }, { columns: 96 });
  const file = pictureOf(encode(lines, { family: 'epson', columns: 96, dots: 1_152, codePage: 'ASCII' }), language);
  const read = run('tesseract', [file, '-', '-l', language, '--psm', '6']).toString('utf8').trim().normalize('NFKC');
  // OCR may misread one character.
  expect(distance(read, note.normalize('NFKC')), `read: ${read}`).toBeLessThanOrEqual(1);
});

test("Python's codecs decode every letter of each code page as intended", () => {
  const codecs: Record<Exclude<CodePage, 'ASCII'>, string> = {
    PC858_EURO: 'cp858',
    PC852_LATIN2: 'cp852',
    PC866_CYRILLIC2: 'cp866',
    WPC1252: 'cp1252',
    WPC1250_LATIN2: 'cp1250',
    WPC1251_CYRILLIC: 'cp1251',
  };
  for (const [page, codec] of Object.entries(codecs) as [Exclude<CodePage, 'ASCII'>, string][]) {
    const letters = lettersOf(page);
    const lines = layout({ title: '', blocks: [{ kind: 'text', text: letters }] }, { columns: 48 });
    const { lines: printed } = scan(encode(lines, { family: 'epson', columns: 48, dots: 576, codePage: page }));
    const bytes = Buffer.from(printed.join(''), 'latin1');
    const program = `import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode('${codec}').encode('utf-8'))`;
    const read = run('python3', ['-c', program], bytes).toString('utf8');
    expect(read.replaceAll(' ', '').normalize('NFC'), page).toBe(letters.replaceAll(' ', '').normalize('NFC'));
  }
});

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [to, other] of [...b].entries())
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
