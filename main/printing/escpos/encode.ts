/** Encodes laid-out lines as one print job's bytes. Sends nothing. */
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { tOf } from '../../../contract/locales.ts';
import { type Bitmap, drawPicture } from '../layout/bitmap.ts';
import { layout } from '../layout/layout.ts';
import type { Line, Run } from '../layout/line.ts';
import { CELL_HEIGHT, drawLine, gapUnder, LINE_PITCH } from '../layout/line-image.ts';
import { printable } from '../layout/text/printable-text.ts';
import { rescanFonts } from '../layout/text/system-fonts.ts';
import { type CodePage, inCodePage } from './code-page.ts';

export interface PrinterProfile {
  /** `epson`: ESC/POS, most printers; `star`: Star line mode. */
  family: 'epson' | 'star';
  columns: number;
  /** Dots per line: 576 on most 80 mm printers, 384 on 58 mm. */
  dots: number;
  /** Default: PC858 (Western and euro). */
  codePage?: CodePage;
  /** Default: partial. `go-on`: more follows on the same paper. */
  cut?: 'partial' | 'full' | 'none' | 'go-on';
  buzzer?: boolean;
  drawer?: boolean;
  boxesSay?: string;
}

const ASCII = /^[\x20-\x7e]*$/;
/** ESC @ */
const RESET = Buffer.from([0x1b, 0x40]);

/** Longest command header: GS v 0. */
const HEAD_BYTES = 8;

/**
 * Ends an interrupted printout's command without printing: NULs for its largest picture, then a reset, which drops a started line. Outside
 * a command, printers ignore NUL.
 */
export function endOfBroken({ dots }: Pick<PrinterProfile, 'dots'>): Buffer {
  return Buffer.concat([Buffer.alloc(HEAD_BYTES + Math.ceil(dots / 8) * LINE_PITCH), RESET]);
}

/** Lines with characters missing from the code page are drawn. Throws Error if a font file is missing. */
export function encode(lines: Iterable<Line>, profile: PrinterProfile): Buffer {
  return Buffer.concat([...encodePieces(lines, profile)]);
}

/** The same line by line, so that callers can yield: drawing one takes a millisecond. Adds letters no font has to `boxed`. */
export function* encodePieces(lines: Iterable<Line>, profile: PrinterProfile, boxed = new Set<string>()): Generator<Buffer> {
  const codePage = profile.codePage ?? 'PC858_EURO';
  const printer = new ThermalPrinter({
    type: profile.family === 'star' ? PrinterTypes.STAR : PrinterTypes.EPSON,
    // No interface: the library's sockets report success when nothing was printed.
    interface: '',
    width: profile.columns,
    breakLine: BreakLine.NONE,
  });
  const dialect = profile.family === 'star' ? star : epson;
  /** The buffer is emptied after each line: the library copies all of it on each append. */
  const written = (): Buffer => {
    const piece = printer.getBuffer() ?? Buffer.alloc(0);
    printer.clear();
    return piece;
  };
  printer.append(RESET);
  if (codePage !== 'ASCII') printer.setCharacterSet(CharacterSet[codePage]);
  if (profile.buzzer) printer.append(dialect.buzz);

  const sheet: Sheet = { printer, dialect, profile, codePage, tight: false, boxed };
  for (const line of lines) {
    writeLine(sheet, line);
    yield written();
  }
  if (boxed.size > 0) {
    rescanFonts();
    for (const line of explanation(profile.boxesSay ?? tOf('en')('printout.boxesExplained'), profile.columns)) writeLine(sheet, line);
  }

  printer.append(dialect.tight(false));
  if (profile.drawer) printer.append(dialect.kick);
  if (profile.cut === 'none') printer.append(dialect.feed);
  else if (profile.cut === 'full') printer.cut({ verticalTabAmount: 1 });
  else if (profile.cut !== 'go-on') printer.partialCut({ verticalTabAmount: 1 });
  yield written();
}

function explanation(text: string, columns: number): Line[] {
  return layout(
    {
      title: '',
      blocks: [
        { kind: 'feed', lines: 1 },
        { kind: 'text', text, bold: true },
      ],
    },
    { columns },
  );
}

interface Sheet {
  printer: ThermalPrinter;
  dialect: Dialect;
  profile: PrinterProfile;
  codePage: CodePage;
  tight: boolean;
  boxed: Set<string>;
}

function writeLine(sheet: Sheet, line: Line): void {
  const { printer, dialect, profile, codePage } = sheet;
  if (line.tight !== sheet.tight) {
    sheet.tight = line.tight;
    printer.append(dialect.tight(line.tight));
  }
  if (line.picture) {
    printer.append(dialect.image(drawPicture(line.picture, profile.dots), line.tight));
    return;
  }
  const texts = line.runs.map((run) => inCodePage(printable(run.text), codePage));
  if (texts.every((text) => text !== null)) {
    line.runs.forEach((run, at) => {
      writeRun(printer, dialect, run, texts[at] ?? '');
    });
    printer.newLine();
    if (line.gap) printer.append(dialect.space(line.gap));
    return;
  }
  // Cleaned again: only printable text may reach the drawing.
  const cleaned = { ...line, runs: line.runs.map((run) => ({ ...run, text: printable(run.text) })) };
  const cell = Math.max(1, Math.floor(profile.dots / profile.columns));
  const drawn = drawLine(cleaned, profile.columns, cell, gapUnder(line));
  printer.append(dialect.image(drawn.bitmap, line.tight));
  for (const letter of drawn.boxed) sheet.boxed.add(letter);
}

/** The style is reset after each run, so that a lost byte spoils only one. */
function writeRun(printer: ThermalPrinter, dialect: Dialect, run: Run, text: string): void {
  const enlarged = run.width > 1 || run.height > 1;
  if (enlarged) printer.append(dialect.size(run.width, run.height));
  if (run.bold) printer.bold(true);
  if (run.reverse) printer.invert(true);
  // ASCII needs no slow letter-by-letter encoding.
  printer.append(ASCII.test(text) ? Buffer.from(text, 'latin1') : text);
  if (run.reverse) printer.invert(false);
  if (run.bold) printer.bold(false);
  if (enlarged) printer.append(dialect.size(1, 1));
}

/** Commands the library lacks or sends with width and height swapped. */
interface Dialect {
  buzz: Buffer;
  kick: Buffer;
  /** Feeds the paper from print head to edge. */
  feed: Buffer;
  size(width: number, height: number): Buffer;
  tight(on: boolean): Buffer;
  /** Blank dots, at most 255. */
  space(dots: number): Buffer;
  image(bitmap: Bitmap, tight: boolean): Buffer;
}

const epson: Dialect = {
  // ESC B n t: n times, t tenths of a second
  buzz: Buffer.from([0x1b, 0x42, 3, 2]),
  // ESC p m t1 t2: the first drawer
  kick: Buffer.from([0x1b, 0x70, 0, 25, 250]),
  // ESC d n
  feed: Buffer.from([0x1b, 0x64, 6]),
  // GS ! n
  size: (width, height) => Buffer.from([0x1d, 0x21, ((width - 1) << 4) | (height - 1)]),
  // ESC 3 n: line pitch in dots
  tight: (on) => Buffer.from([0x1b, 0x33, on ? CELL_HEIGHT : LINE_PITCH]),
  // ESC J n
  space: (dots) => Buffer.from([0x1b, 0x4a, dots]),
  // GS v 0: raster images one line high, stacked
  image: ({ rowBytes, height, dots }) => {
    const safe = harmless(dots);
    const bands = Array.from({ length: Math.ceil(height / LINE_PITCH) }, (_, band) => {
      const rows = Math.min(LINE_PITCH, height - band * LINE_PITCH);
      const from = band * LINE_PITCH * rowBytes;
      const head = Buffer.from([0x1d, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows, 0]);
      return Buffer.concat([head, safe.subarray(from, from + rows * rowBytes)]);
    });
    return Buffer.concat(bands);
  },
};

const star: Dialect = {
  // ESC GS BEL m n1 n2: once, 0.4 s on and off
  buzz: Buffer.from([0x1b, 0x1d, 0x07, 1, 20, 20]),
  // BEL: the first drawer
  kick: Buffer.from([0x07]),
  // ESC a n
  feed: Buffer.from([0x1b, 0x61, 6]),
  // ESC i height width
  size: (width, height) => Buffer.from([0x1b, 0x69, height - 1, width - 1]),
  // ESC 0: 3 mm pitch; ESC z 1: 4 mm pitch
  tight: (on) => Buffer.from(on ? [0x1b, 0x30] : [0x1b, 0x7a, 1]),
  // ESC J n: quarter millimeters, two dots each
  space: (dots) => Buffer.from([0x1b, 0x4a, Math.round(dots / 2)]),
  // ESC k: bands of 24 rows, each a line at the narrow pitch
  image: ({ rowBytes, height, dots }, tight) => {
    const bands = Array.from({ length: Math.ceil(height / CELL_HEIGHT) }, (_, band) => {
      const rows = Buffer.alloc(rowBytes * CELL_HEIGHT);
      dots.copy(rows, 0, band * rows.length, (band + 1) * rows.length);
      return Buffer.concat([Buffer.from([0x1b, 0x6b, rowBytes & 0xff, rowBytes >> 8]), rows, Buffer.from([0x0a])]);
    });
    return Buffer.concat([star.tight(true), ...bands, star.tight(tight)]);
  },
};

/**
 * Removes real-time commands: printers obey DLE EOT, DLE ENQ and DLE DC4 (opens the drawer) even inside a picture, and pictures contain
 * customers' text. The changed dot is invisible.
 */
export function harmless(dots: Buffer): Buffer {
  const safe = Buffer.from(dots);
  for (let at = 0; at + 1 < safe.length; at++) {
    const next = safe[at + 1];
    if (safe[at] === 0x10 && (next === 0x04 || next === 0x05 || next === 0x14)) safe[at] = 0x18;
  }
  return safe;
}
