/** Which characters a TrueType font has, read from its `cmap` table: drawing engines put nothing where a letter is missing. */

export type Coverage = (codePoint: number) => boolean;

/** Reads Unicode subtables of formats 4 and 12. Throws an Error on a file that is no TrueType font. */
export function coverageOf(font: Buffer): Coverage {
  const cmap = tableOffset(font, 'cmap');
  const ranges: [number, number][] = [];
  for (let entry = 0; entry < font.readUInt16BE(cmap + 2); entry++) {
    const record = cmap + 4 + entry * 8;
    const platform = font.readUInt16BE(record);
    const encoding = font.readUInt16BE(record + 2);
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    const subtable = cmap + font.readUInt32BE(record + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 4) ranges.push(...segmentsOfFormat4(font, subtable));
    if (format === 12) ranges.push(...groupsOfFormat12(font, subtable));
  }
  return among(joined(ranges));
}

/** Sorted, and without overlaps: subtables say the same again. */
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

function tableOffset(font: Buffer, tag: string): number {
  for (let entry = 0; entry < font.readUInt16BE(4); entry++) {
    const record = 12 + entry * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no ${tag} table.`);
}

/** Ranges of characters with a glyph; glyph 0 means the font lacks the character. */
function segmentsOfFormat4(font: Buffer, at: number): [number, number][] {
  const count = font.readUInt16BE(at + 6) / 2;
  const found: [number, number][] = [];
  for (let segment = 0; segment < count; segment++) {
    const last = font.readUInt16BE(at + 14 + segment * 2);
    const first = font.readUInt16BE(at + 16 + count * 2 + segment * 2);
    const delta = font.readUInt16BE(at + 16 + count * 4 + segment * 2);
    const offsetAt = at + 16 + count * 6 + segment * 2;
    const offset = font.readUInt16BE(offsetAt);
    if (first === 0xffff) continue;
    for (let code = first; code <= last; code++) {
      const listed = offset === 0 ? code : font.readUInt16BE(offsetAt + offset + (code - first) * 2);
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

function groupsOfFormat12(font: Buffer, at: number): [number, number][] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, group): [number, number] => [
    font.readUInt32BE(at + 16 + group * 12),
    font.readUInt32BE(at + 20 + group * 12),
  ]);
}
