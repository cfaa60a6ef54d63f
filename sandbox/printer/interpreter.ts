/** Interprets ESC/POS bytes like a printer, in any chunks; unknown bytes print. */
import { characterOf } from './code-pages.ts';
import { type Align, CELL, newPiece, type Piece, PLAIN, type Row, SMALL_CELL, type Style, USUAL_PITCH } from './print-head.ts';

export interface Interpreter {
  /** Keeps an incomplete command. */
  feed(bytes: Buffer): void;
  unfinished(): Piece | null;
}

export interface Outcomes {
  onCut(piece: Piece): void;
  /** DLE EOT n: must be answered with a status byte. */
  onStatusRequest(kind: number): void;
  /** GS ( H function 48: must be answered once everything before it is printed. */
  onProcessId(id: Buffer): void;
}

const ESC = 0x1b;
const GS = 0x1d;
const DLE = 0x10;
const FS = 0x1c;
const LF = 0x0a;

/** Number of parameter bytes of commands that are ignored or set a style. */
const ESC_PARAMETERS: Record<number, number> = {
  32: 1,
  33: 1,
  37: 1,
  45: 1,
  50: 0,
  51: 1,
  61: 1,
  64: 0,
  66: 2,
  69: 1,
  71: 1,
  74: 1,
  77: 1,
  82: 1,
  86: 1,
  97: 1,
  99: 2,
  100: 1,
  112: 3,
  116: 1,
  123: 1,
  36: 2,
  92: 2,
};
const GS_PARAMETERS: Record<number, number> = { 33: 1, 66: 1, 72: 1, 76: 2, 80: 2, 87: 2, 97: 1, 98: 1, 102: 1, 104: 1, 114: 1, 119: 1 };

/** `dots`: printable width. `pages`: supported code pages; all by default. */
export function createInterpreter(outcomes: Outcomes, dots = 576, pages: readonly number[] | null = null): Interpreter {
  let waiting: Buffer = Buffer.alloc(0);
  let piece: Piece | null = null;
  let style: Style = { ...PLAIN };
  let align: Align = 'left';
  let pitch = USUAL_PITCH;
  let page = 0;
  let runs: { text: string; style: Style }[] = [];

  function paper(): Piece {
    piece ??= newPiece();
    return piece;
  }

  function print(row: Row): void {
    paper().rows.push(row);
  }

  function endLine(): void {
    print({ kind: 'text', runs, align, pitch });
    runs = [];
  }

  /** Wraps at the line's end, like a real printer. */
  function write(byte: number): void {
    const character = characterOf(byte, pages === null || pages.includes(page) ? page : 0);
    const used = runs.reduce((sum, run) => sum + [...run.text].length * widthOf(run.style), 0);
    if (used + widthOf(style) > dots && used > 0) endLine();
    const last = runs.at(-1);
    if (last && sameStyle(last.style, style)) last.text += character;
    else runs.push({ text: character, style: { ...style } });
    paper();
  }

  function cut(): void {
    if (runs.length > 0) endLine();
    const done = paper();
    done.cut = true;
    outcomes.onCut(done);
    piece = null;
  }

  /** Consumes one command and returns its length, or 0 if incomplete. */
  function takeOne(from: Buffer): number {
    const first = from[0] ?? 0;
    if (first === LF) {
      endLine();
      return 1;
    }
    if (first === ESC) return takeEsc(from);
    if (first === GS) return takeGs(from);
    if (first === DLE) return takeDle(from);
    if (first === FS) return from.length < 2 ? 0 : 2;
    if (first >= 0x20 && first !== 0x7f) write(first);
    else if (first !== 0x0d && first !== 0x09 && first !== 0x00) paper().unknown.push(hex(from.subarray(0, 1)));
    return 1;
  }

  function takeEsc(from: Buffer): number {
    const code = from[1];
    if (code === undefined) return 0;
    const parameters = ESC_PARAMETERS[code];
    if (parameters === undefined) {
      paper().unknown.push(hex(from.subarray(0, 2)));
      return 2;
    }
    if (from.length < 2 + parameters) return 0;
    const n = from[2] ?? 0;
    if (code === 0x40) reset();
    else if (code === 0x21) {
      style = { ...style, small: (n & 1) > 0, bold: (n & 8) > 0, height: n & 16 ? 2 : 1, width: n & 32 ? 2 : 1, underline: (n & 128) > 0 };
    } else if (code === 0x2d) style = { ...style, underline: (n & 3) > 0 };
    else if (code === 0x32) pitch = USUAL_PITCH;
    else if (code === 0x33) pitch = n;
    else if (code === 0x45 || code === 0x47) style = { ...style, bold: (n & 1) > 0 };
    else if (code === 0x4d) style = { ...style, small: (n & 1) > 0 };
    else if (code === 0x61) align = (['left', 'center', 'right'] as const)[n % 48] ?? 'left';
    else if (code === 0x74) page = n;
    else if (code === 0x70) paper().drawerKicks += 1;
    else if (code === 0x42) paper().beeps += n;
    else if (code === 0x64) feedLines(n);
    else if (code === 0x4a) print({ kind: 'feed', dots: n });
    return 2 + parameters;
  }

  function feedLines(count: number): void {
    if (runs.length > 0) endLine();
    else if (count > 0) endLine();
    if (count > 1) print({ kind: 'feed', dots: (count - 1) * pitch });
  }

  function takeGs(from: Buffer): number {
    const code = from[1];
    if (code === undefined) return 0;
    const n = from[2] ?? 0;
    if (code === 0x56) {
      if (from.length < 3) return 0;
      const withFeed = n === 65 || n === 66 || n === 103 || n === 104;
      if (withFeed && from.length < 4) return 0;
      if (withFeed) print({ kind: 'feed', dots: from[3] ?? 0 });
      cut();
      return withFeed ? 4 : 3;
    }
    if (code === 0x76) return takeRaster(from);
    if (code === 0x28) return takeExtended(from);
    if (code === 0x6b) return takeBarcode(from);
    const parameters = GS_PARAMETERS[code];
    if (parameters === undefined) {
      paper().unknown.push(hex(from.subarray(0, 2)));
      return 2;
    }
    if (from.length < 2 + parameters) return 0;
    if (code === 0x21) style = { ...style, width: (n >> 4) + 1, height: (n & 15) + 1 };
    else if (code === 0x42) style = { ...style, reverse: (n & 1) > 0 };
    return 2 + parameters;
  }

  /** GS v 0 m xL xH yL yH and the dots. */
  function takeRaster(from: Buffer): number {
    if (from.length < 8) return 0;
    const rowBytes = from.readUInt16LE(4);
    const height = from.readUInt16LE(6);
    const end = 8 + rowBytes * height;
    if (from.length < end) return 0;
    if (runs.length > 0) endLine();
    print({ kind: 'image', rowBytes, height, dots: Buffer.from(from.subarray(8, end)), align });
    return end;
  }

  /** GS ( with a letter and length: process ID (H), QR codes (k), others. */
  function takeExtended(from: Buffer): number {
    if (from.length < 5) return 0;
    const end = 5 + from.readUInt16LE(3);
    if (from.length < end) return 0;
    const body = from.subarray(5, end);
    if (from[2] === 0x48 && body[0] === 0x30 && body[1] === 0x30) outcomes.onProcessId(Buffer.from(body.subarray(2, 6)));
    else if (from[2] === 0x6b && body[1] === 0x50) print({ kind: 'code', content: body.subarray(3).toString('utf8'), align });
    return end;
  }

  function takeBarcode(from: Buffer): number {
    const length = from[3];
    if (length === undefined) return 0;
    const newForm = (from[2] ?? 0) >= 65;
    const end = newForm ? 4 + length : from.indexOf(0, 3) + 1;
    if (end === 0 || from.length < end) return 0;
    print({ kind: 'code', content: from.subarray(newForm ? 4 : 3, newForm ? end : end - 1).toString('latin1'), align });
    return end;
  }

  function takeDle(from: Buffer): number {
    if (from.length < 3) return 0;
    if (from[1] === 0x04) {
      outcomes.onStatusRequest(from[2] ?? 0);
      return 3;
    }
    if (from[1] === 0x14) {
      if (from.length < 5) return 0;
      paper().drawerKicks += 1;
      return 5;
    }
    return from[1] === 0x05 ? 3 : 1;
  }

  function reset(): void {
    style = { ...PLAIN };
    align = 'left';
    pitch = USUAL_PITCH;
    page = 0;
    runs = [];
  }

  return {
    feed(bytes) {
      waiting = Buffer.concat([waiting, bytes]);
      let at = 0;
      while (at < waiting.length) {
        const before = piece;
        const used = takeOne(waiting.subarray(at));
        if (used === 0) break;
        const owner = piece ?? before;
        if (owner && waiting[at] !== DLE) owner.bytes = Buffer.concat([owner.bytes, waiting.subarray(at, at + used)]);
        at += used;
      }
      waiting = waiting.subarray(at);
    },
    unfinished: () => piece,
  };
}

function widthOf({ small, width }: Style): number {
  return (small ? SMALL_CELL : CELL).width * width;
}

function sameStyle(a: Style, b: Style): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.bold === b.bold &&
    a.reverse === b.reverse &&
    a.underline === b.underline &&
    a.small === b.small
  );
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}
