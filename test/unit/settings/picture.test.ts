/** Which images are accepted, judged by their bytes. */
import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { pictureOf } from '../../../main/settings/picture.ts';
import fc from '../../setup/property.ts';

const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
function jpeg(width: number, height: number, frame = 0xc0): Buffer {
  const part = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];
  const two = (value: number) => [value >> 8, value & 0xff];
  const head = part(frame, 8, ...two(height), ...two(width), 1, 1, 0x11, 0);
  return Buffer.from([
    0xff,
    0xd8,
    ...part(0xe0, 0x4a, 0x46, 0x49, 0x46, 0),
    ...head,
    ...part(0xda, 1, 1, 0, 0, 63, 0),
    1,
    2,
    3,
    0xff,
    0xd9,
  ]);
}

test('PNG and JPEG are recognized by their bytes, with their size', () => {
  expect(pictureOf(png(300, 120))).toEqual({ type: 'image/png', width: 300, height: 120 });
  expect(pictureOf(jpeg(640, 200))).toEqual({ type: 'image/jpeg', width: 640, height: 200 });
  expect(pictureOf(jpeg(640, 200, 0xc2))).toEqual({ type: 'image/jpeg', width: 640, height: 200 });
});

test.each([
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an SVG after a byte order mark', '\uFEFF<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an HTML page', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['an empty file', ''],
])("%s isn't an image", (_, text) => {
  expect(pictureOf(Buffer.from(text))).toBeNull();
});

test('an image with appended data or a damaged part is refused', () => {
  const whole = png(40, 40);
  expect(pictureOf(Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]))).toBeNull();
  expect(pictureOf(Buffer.concat([jpeg(40, 40), Buffer.from('<script>alert(1)</script>')]))).toBeNull();
  expect(pictureOf(Buffer.concat([Buffer.from('<svg/>'), whole]))).toBeNull();
  const damaged = Buffer.from(whole);
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  expect(pictureOf(damaged)).toBeNull();
  expect(pictureOf(jpeg(0, 40))).toBeNull();
  // This PNG is only a header with a valid checksum: nothing to draw.
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0]);
  end.writeUInt32BE(crc32(end.subarray(4, 8)), 8);
  expect(pictureOf(Buffer.concat([whole.subarray(0, 33), end]))).toBeNull();
});

test('a truncated image is refused, and no input throws', () => {
  for (const whole of [png(12, 9), jpeg(12, 9)])
    for (let length = 0; length < whole.length; length += 1) expect(pictureOf(whole.subarray(0, length)), `${length}`).toBeNull();
  const starts = [png(12, 9), jpeg(12, 9)].flatMap((whole) => [0, 2, 8, 20, 33].map((length) => whole.subarray(0, length)));
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      const picture = pictureOf(Buffer.concat([start, rest]));
      expect(picture === null || (picture.width > 0 && picture.height > 0)).toBe(true);
    }),
  );
});
