/** Several pictures on one sheet, each at half size: readable and small. */
import { createCanvas, loadImage } from '@napi-rs/canvas';

const GAP = 16;

/** A WebP. `inARow`: pictures per row; all by default. */
export async function sheetOf(pictures: readonly Buffer[], inARow = pictures.length): Promise<Buffer> {
  const images = await Promise.all(pictures.map((picture) => loadImage(picture)));
  const sizes = images.map(({ width, height }) => ({ width: width / 2, height: height / 2 }));
  const highest = Math.max(...sizes.map(({ height }) => height));
  const canvas = createCanvas(
    sizes.slice(0, inARow).reduce((sum, { width }) => sum + width + GAP, -GAP),
    Math.ceil(pictures.length / inARow) * (highest + GAP) - GAP,
  );
  const context = canvas.getContext('2d');
  let left = 0;
  for (const [place, image] of images.entries()) {
    const { width, height } = sizes[place] ?? { width: 0, height: 0 };
    if (place % inARow === 0) left = 0;
    context.drawImage(image, left, Math.floor(place / inARow) * (highest + GAP), width, height);
    left += width + GAP;
  }
  return canvas.encode('webp', 60);
}
