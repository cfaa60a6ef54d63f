/** Converts an image to black dots: scaled to the paper, Floyd-Steinberg dithered. */
import type { Logo } from '../../../contract/contract.ts';
import { base64Of } from '../../parts/base64.ts';

const WIDEST = 384;
const HIGHEST = 240;

export async function logoFrom(file: Blob): Promise<Logo | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture || picture.width === 0 || picture.height === 0) return null;
  const scale = Math.min(1, WIDEST / picture.width, HIGHEST / picture.height);
  const width = Math.max(8, Math.floor((picture.width * scale) / 8) * 8);
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return { width, height, dots: dithered(context.getImageData(0, 0, width, height)) };
}

function dithered({ data, width, height }: ImageData): string {
  const light = Float32Array.from({ length: width * height }, (_, at) => {
    const [red = 255, green = 255, blue = 255] = data.subarray(at * 4, at * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  const bytes = new Uint8Array((width / 8) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const is = light[at] ?? 255;
      const black = is < 128;
      if (black) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (x & 7));
      const error = is - (black ? 0 : 255);
      const spread = (dx: number, dy: number, part: number): void => {
        const to = at + dy * width + dx;
        if (x + dx >= 0 && x + dx < width && y + dy < height) light[to] = (light[to] ?? 0) + (error * part) / 16;
      };
      spread(1, 0, 7);
      spread(-1, 1, 3);
      spread(0, 1, 5);
      spread(1, 1, 1);
    }
  }
  return base64Of(bytes);
}
