/** Characters a font has, from its `cmap` table: drawing engines leave a gap for missing ones. */
import { closeSync, openSync, readSync } from 'node:fs';

export type Coverage = (codePoint: number) => boolean;

/** Reads formats 4 and 12, of a collection's first font. Throws Error for other files. */
export function coverageOf(font: Buffer): Coverage {
  return coverageIn(cmapIn((at, length) => font.subarray(at, at + length)));
}

/** Reads only the `cmap` table: system fonts can exceed 100 MB. */
export function coverageOfFile(path: string): Coverage {
  const file = openSync(path, 'r');
  try {
    return coverageIn(
      cmapIn((at, length) => {
        const part = Buffer.alloc(length);
        return part.subarray(0, readSync(file, part, 0, length, at));
      }),
    );
  } finally {
    closeSync(file);
  }
}

function coverageIn(cmap: Buffer): Coverage {
  const ranges: [number, number][] = [];
  for (let entry = 0; entry < cmap.readUInt16BE(2); entry++) {
    const record = 4 + entry * 8;
    const platform = cmap.readUInt16BE(record);
    const encoding = cmap.readUInt16BE(record + 2);
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    const subtable = cmap.readUInt32BE(record + 4);
    const format = cmap.readUInt16BE(subtable);
    // No spread: large fonts have more ranges than a call takes arguments.
    if (format === 4) for (const range of segmentsOfFormat4(cmap, subtable)) ranges.push(range);
    if (format === 12) for (const range of groupsOfFormat12(cmap, subtable)) ranges.push(range);
  }
  return among(joined(ranges));
}

/** Merges ranges, as subtables repeat each other. */
function joined(ranges: [number, number][]): [number, number][] {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const all: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = all.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else all.push([first, last]);
  }
  return all;
}

function among(ranges: [number, number][]): Coverage {
  const firsts = Uint32Array.from(ranges, ([first]) => first);
  const lasts = Uint32Array.from(ranges, ([, last]) => last);
  return (codePoint) => {
    let low = 0;
    let high = firsts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (codePoint < (firsts[middle] ?? 0)) high = middle - 1;
      else if (codePoint > (lasts[middle] ?? 0)) low = middle + 1;
      else return true;
    }
    return false;
  };
}

function cmapIn(read: (at: number, length: number) => Buffer): Buffer {
  const start = read(0, 16);
  const font = start.toString('latin1', 0, 4) === 'ttcf' ? start.readUInt32BE(12) : 0;
  const count = read(font, 12).readUInt16BE(4);
  const records = read(font + 12, count * 16);
  for (let record = 0; record < records.length; record += 16) {
    if (records.toString('latin1', record, record + 4) === 'cmap')
      return read(records.readUInt32BE(record + 8), records.readUInt32BE(record + 12));
  }
  throw new Error('The font has no cmap table.');
}

/** Ranges with a glyph; glyph 0 means missing. */
function segmentsOfFormat4(cmap: Buffer, at: number): [number, number][] {
  const count = cmap.readUInt16BE(at + 6) / 2;
  const found: [number, number][] = [];
  for (let segment = 0; segment < count; segment++) {
    const last = cmap.readUInt16BE(at + 14 + segment * 2);
    const first = cmap.readUInt16BE(at + 16 + count * 2 + segment * 2);
    const delta = cmap.readUInt16BE(at + 16 + count * 4 + segment * 2);
    const offsetAt = at + 16 + count * 6 + segment * 2;
    const offset = cmap.readUInt16BE(offsetAt);
    if (first === 0xffff) continue;
    for (let code = first; code <= last; code++) {
      const listed = offset === 0 ? code : cmap.readUInt16BE(offsetAt + offset + (code - first) * 2);
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) extend(found, code);
    }
  }
  return found;
}

function extend(ranges: [number, number][], code: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === code - 1) last[1] = code;
  else ranges.push([code, code]);
}

function groupsOfFormat12(cmap: Buffer, at: number): [number, number][] {
  return Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, group): [number, number] => [
    cmap.readUInt32BE(at + 16 + group * 12),
    cmap.readUInt32BE(at + 20 + group * 12),
  ]);
}
