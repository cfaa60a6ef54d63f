/** Tray icons are distinct on light and dark bars, by shape as well as by color. */
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { type TrayState, trayPicture } from '../../../main/hosts/electron/tray-picture.ts';

const LIGHTS = ['quiet', 'new', 'late', 'printer', 'offline', 'trouble'] as const;

/** The icon's shape as seen without color vision: which dots are lighter than half. */
async function shape(state: TrayState): Promise<boolean[]> {
  const { data, width, height } = PNG.sync.read(await trayPicture(state));
  expect([width, height]).toEqual([32, 32]);
  return Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at * 4, at * 4 + 4);
    return (0.299 * red + 0.587 * green + 0.114 * blue) * (alpha / 255) > 128;
  });
}
const different = (a: boolean[], b: boolean[]) => a.filter((dot, at) => dot !== b[at]).length;

test.each([false, true])('every state has a distinct icon (dark bar: %s)', async (dark) => {
  const shapes = await Promise.all(LIGHTS.map((light) => shape({ light, count: 3, dark })));
  for (const [at, one] of shapes.entries()) for (const other of shapes.slice(at + 1)) expect(different(one, other)).toBeGreaterThan(30);
});

test('counts one to nine have distinct icons, and higher counts share one', async () => {
  const counts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => shape({ light: 'new', count, dark: false })));
  for (const [at, one] of counts.entries()) for (const other of counts.slice(at + 1)) expect(different(one, other)).toBeGreaterThan(3);
  expect(await shape({ light: 'new', count: 57, dark: false })).toEqual(counts[9]);
});

test('the quiet icon is visible on a dark bar', async () => {
  const light = (await shape({ light: 'quiet', count: 0, dark: true })).filter(Boolean).length;
  expect(light).toBeGreaterThan(32 * 32 * 0.5);
});
