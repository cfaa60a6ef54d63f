/** Identifies whole PNG and JPEG files by their bytes. SVG is excluded, as it may contain scripts. Pure. */
import { crc32 } from 'node:zlib';

export interface Picture {
  type: 'image/png' | 'image/jpeg';
  /** px. */
  width: number;
  height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a PNG chunk's length, type and checksum. */
const CHUNK_OVERHEAD = 12;

/** Null for other formats, and damaged or truncated files. */
export function pictureOf(bytes: Buffer): Picture | null {
  const picture = bytes.subarray(0, PNG.length).equals(PNG) ? pngOf(bytes) : jpegOf(bytes);
  return picture && picture.width > 0 && picture.height > 0 ? picture : null;
}

/** Requires that every chunk has its checksum and nothing follows the last. */
function pngOf(bytes: Buffer): Picture | null {
  let picture: Picture | null = null;
  let hasDots = false;
  for (let at = PNG.length; at + CHUNK_OVERHEAD <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const next = at + CHUNK_OVERHEAD + length;
    if (next > bytes.length || crc32(bytes.subarray(at + 4, next - 4)) !== bytes.readUInt32BE(next - 4)) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if ((picture === null) !== (kind === 'IHDR')) return null;
    if (kind === 'IHDR') {
      if (length !== 13) return null;
      picture = { type: 'image/png', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (kind === 'IDAT') hasDots = true;
    if (kind === 'IEND') return hasDots && next === bytes.length ? picture : null;
    at = next;
  }
  return null;
}

/** Start-of-frame markers; the three excluded ones are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const DOTS = 0xda;

/** Reads from the start marker to the image data; the end marker must be last. */
function jpegOf(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  let picture: Picture | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker === DOTS) return picture;
    if (length < 2) return null;
    if (isFrame(marker)) {
      if (length < 8 || at + 9 > bytes.length || picture !== null) return null;
      picture = { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + length;
  }
  return null;
}
