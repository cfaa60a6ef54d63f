import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const ICO = [16, 24, 32, 48, 64, 128, 256];
/** macOS: type codes and sizes, some for double density. */
const ICNS = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };
const SET = [16, 32, 48, 64, 128, 256, 512];

/** Writes `icon.png`, `icon.ico`, `icon.icns` and the folder `set`. */
export async function drawIcons(svg: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'set'), { recursive: true });
  const picture = await loadImage(svg);
  const draw = (size: number): Buffer => {
    picture.width = size;
    picture.height = size;
    const canvas = createCanvas(size, size);
    canvas.getContext('2d').drawImage(picture, 0, 0, size, size);
    return canvas.toBuffer('image/png');
  };
  writeFileSync(join(folder, 'icon.png'), draw(1024));
  writeFileSync(join(folder, 'icon.ico'), icoOf(ICO.map((size) => ({ size, png: draw(size) }))));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(Object.entries(ICNS).map(([name, size]) => ({ name, png: draw(size) }))));
  for (const size of SET) writeFileSync(join(folder, 'set', `${size}x${size}.png`), draw(size));
}

function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [place, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * place;
    // 256 is stored as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

function icnsOf(pictures: readonly { name: string; png: Buffer }[]): Buffer {
  const parts = pictures.map(({ name, png }) => Buffer.concat([chunkHead(name, png.length), png]));
  const all = Buffer.concat(parts);
  return Buffer.concat([chunkHead('icns', all.length), all]);
}

function chunkHead(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(length + 8, 4);
  return head;
}
