/** Files with headers of Windows programs and libraries, which packers read, without code. */

const FILE_ALIGNMENT = 0x200;
const SECTION_RVA = 0x1000;

interface Parts {
  machine: 'x64' | 'x86';
  /** A library's exports; none for a program. */
  exports?: readonly string[];
  content?: Buffer;
}

export function peFile({ machine, exports = [], content = Buffer.alloc(0) }: Parts): Buffer {
  const is64 = machine === 'x64';
  const table = exports.length > 0 ? exportTable(exports) : Buffer.alloc(0);
  const section = Buffer.concat([table, content]);
  const raw = Math.ceil(Math.max(section.length, 1) / FILE_ALIGNMENT) * FILE_ALIGNMENT;
  const optionalSize = is64 ? 240 : 224;
  const head = Buffer.alloc(FILE_ALIGNMENT * 2);
  head.write('MZ');
  head.writeUInt32LE(0x40, 0x3c);
  head.write('PE\0\0', 0x40, 'latin1');
  const coff = 0x44;
  head.writeUInt16LE(is64 ? 0x8664 : 0x14c, coff);
  head.writeUInt16LE(1, coff + 2);
  head.writeUInt16LE(optionalSize, coff + 16);
  head.writeUInt16LE(exports.length > 0 ? 0x2102 : 0x0022, coff + 18);
  const optional = coff + 20;
  head.writeUInt16LE(is64 ? 0x20b : 0x10b, optional);
  if (is64) head.writeBigUInt64LE(0x140000000n, optional + 24);
  else head.writeUInt32LE(0x10000000, optional + 28);
  head.writeUInt32LE(0x1000, optional + 32);
  head.writeUInt32LE(FILE_ALIGNMENT, optional + 36);
  head.writeUInt16LE(6, optional + 40);
  head.writeUInt16LE(6, optional + 48);
  head.writeUInt32LE(SECTION_RVA + Math.ceil(raw / 0x1000) * 0x1000, optional + 56);
  head.writeUInt32LE(head.length, optional + 60);
  head.writeUInt16LE(is64 || exports.length === 0 ? 3 : 2, optional + 68);
  const directories = optional + optionalSize - 128;
  head.writeUInt32LE(16, directories - 4);
  if (exports.length > 0) {
    head.writeUInt32LE(SECTION_RVA, directories);
    head.writeUInt32LE(table.length, directories + 4);
  }
  const entry = optional + optionalSize;
  head.write('.rdata', entry, 'latin1');
  head.writeUInt32LE(section.length || 1, entry + 8);
  head.writeUInt32LE(SECTION_RVA, entry + 12);
  head.writeUInt32LE(raw, entry + 16);
  head.writeUInt32LE(head.length, entry + 20);
  head.writeUInt32LE(0x40000040, entry + 36);
  return Buffer.concat([head, section, Buffer.alloc(raw - section.length)]);
}

/** An export table: the directory, then addresses, name pointers, ordinals, and the names. */
function exportTable(unsorted: readonly string[]): Buffer {
  const names = [...unsorted].sort();
  const [addresses, places] = [40, 40 + 4 * names.length];
  const ordinals = places + 4 * names.length;
  const texts = ['library.dll', ...names].map((name) => Buffer.from(`${name}\0`, 'latin1'));
  const table = Buffer.alloc(ordinals + 2 * names.length);
  let at = table.length;
  const starts = texts.map(({ length }) => {
    at += length;
    return SECTION_RVA + at - length;
  });
  table.writeUInt32LE(starts[0] ?? 0, 12);
  table.writeUInt32LE(1, 16);
  table.writeUInt32LE(names.length, 20);
  table.writeUInt32LE(names.length, 24);
  table.writeUInt32LE(SECTION_RVA + addresses, 28);
  table.writeUInt32LE(SECTION_RVA + places, 32);
  table.writeUInt32LE(SECTION_RVA + ordinals, 36);
  for (const place of names.keys()) {
    table.writeUInt32LE(SECTION_RVA + 0x800, addresses + 4 * place);
    table.writeUInt32LE(starts[place + 1] ?? 0, places + 4 * place);
    table.writeUInt16LE(place, ordinals + 2 * place);
  }
  return Buffer.concat([table, ...texts]);
}
