/** A Windows library (PE32+) without code, whose functions are forwarded to other libraries. */
import { basename } from 'node:path';

const ADDRESS = 0x1000;
const START = 0x200;
const IMAGE_BASE = 0x180000000n;

/** `names`: function and its target, such as ProcessPrng: 'advapi32.SystemFunction036'. */
export function forwardingLibrary(file: string, names: Readonly<Record<string, string>>): Buffer {
  const { exports, size } = exportSection(basename(file), names);
  const padded = Math.ceil(size / START) * START;
  const image = Buffer.alloc(START + padded);
  image.write('MZ', 0);
  image.writeUInt32LE(0x40, 0x3c);
  image.write('PE\0\0', 0x40);
  // COFF: x64, one section, a DLL.
  const coff = 0x44;
  image.writeUInt16LE(0x8664, coff);
  image.writeUInt16LE(1, coff + 2);
  image.writeUInt16LE(240, coff + 16);
  image.writeUInt16LE(0x2022, coff + 18);
  const header = coff + 20;
  image.writeUInt16LE(0x20b, header);
  image.writeUInt32LE(padded, header + 8);
  image.writeBigUInt64LE(IMAGE_BASE, header + 24);
  // Alignments, versions, sizes, subsystem and flags, then the sizes of stack and heap.
  const numbers: [number, number][] = [
    [32, 0x1000],
    [36, START],
    [56, 0x2000],
    [60, START],
    [108, 16],
    [112, ADDRESS],
    [116, size],
  ];
  for (const [at, value] of numbers) image.writeUInt32LE(value, header + at);
  for (const [at, value] of [
    [40, 6],
    [48, 6],
    [68, 3],
    [70, 0x0100],
  ] as const)
    image.writeUInt16LE(value, header + at);
  for (const [at, value] of [
    [72, 0x100000n],
    [80, 0x1000n],
    [88, 0x100000n],
    [96, 0x1000n],
  ] as const)
    image.writeBigUInt64LE(value, header + at);
  const section = header + 240;
  image.write('.rdata', section);
  for (const [at, value] of [
    [8, size],
    [12, ADDRESS],
    [16, padded],
    [20, START],
    [36, 0x40000040],
  ] as const)
    image.writeUInt32LE(value, section + at);
  exports.copy(image, START);
  return image;
}

function exportSection(library: string, names: Readonly<Record<string, string>>): { exports: Buffer; size: number } {
  const sorted = Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: Buffer[] = [];
  let size = 0;
  const put = (part: Buffer): number => {
    parts.push(part);
    size += part.length;
    return ADDRESS + size - part.length;
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1');
  const directory = Buffer.alloc(40);
  const functions = Buffer.alloc(4 * sorted.length);
  const pointers = Buffer.alloc(4 * sorted.length);
  const ordinals = Buffer.alloc(2 * sorted.length);
  put(directory);
  const [functionsAt, pointersAt, ordinalsAt] = [put(functions), put(pointers), put(ordinals)];
  const libraryAt = put(text(library));
  sorted.forEach(([name, to], index) => {
    pointers.writeUInt32LE(put(text(name)), 4 * index);
    functions.writeUInt32LE(put(text(to)), 4 * index);
    ordinals.writeUInt16LE(index, 2 * index);
  });
  [libraryAt, 1, sorted.length, sorted.length, functionsAt, pointersAt, ordinalsAt].forEach((value, index) => {
    directory.writeUInt32LE(value, 12 + 4 * index);
  });
  return { exports: Buffer.concat(parts), size };
}
