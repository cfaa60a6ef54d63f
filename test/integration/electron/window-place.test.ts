/** The window reopens at its last place, and never off screen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEAST_SIZE, placeWindow, readPlace, rememberPlace } from '../../../main/hosts/electron/window/window-place.ts';
import { testFolder } from '../../setup/parts.ts';
import fc from '../../setup/property.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 200, width: 1280, height: 984 };
const left = { x: -1600, y: 0, width: 1600, height: 860 };

describe('the main window', () => {
  test('is centered on the main screen at its first start', () => {
    expect(placeWindow(null, [main, right])).toEqual({ x: 320, y: 120, width: 1280, height: 800, maximized: false });
  });

  test('fits a small till screen at its first start', () => {
    const till = { x: 0, y: 0, width: 1024, height: 728 };
    expect(placeWindow(null, [till])).toEqual({ ...till, maximized: false });
  });

  test('reopens on the second screen, also one to the left', () => {
    const onTheRight = { x: 2000, y: 250, width: 1000, height: 700, maximized: true };
    expect(placeWindow(onTheRight, [main, right])).toEqual(onTheRight);
    const onTheLeft = { x: -1500, y: 20, width: 1000, height: 700, maximized: false };
    expect(placeWindow(onTheLeft, [main, left])).toEqual(onTheLeft);
  });

  test('opens on the main screen if its screen was unplugged', () => {
    const remembered = { x: 2000, y: 250, width: 1000, height: 700, maximized: false };
    expect(placeWindow(remembered, [main])).toEqual({ ...remembered, x: 460, y: 170 });
  });

  test("is moved back if it was over the screen's edge, and enlarged if it was too small to use", () => {
    expect(placeWindow({ x: 1700, y: 900, width: 1000, height: 700, maximized: false }, [main])).toMatchObject({ x: 920, y: 340 });
    expect(placeWindow({ x: -300, y: -50, width: 10, height: 10, maximized: false }, [main])).toMatchObject({
      width: LEAST_SIZE.width,
      height: LEAST_SIZE.height,
    });
  });

  test('is always wholly on one screen, whatever its last place and the screens', () => {
    const at = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 6_000 });
    const place = fc.record({ x: at, y: at, width: size, height: size, maximized: fc.boolean() });
    const screen = fc.record({ x: at, y: at, width: fc.integer({ min: 320, max: 5_000 }), height: fc.integer({ min: 240, max: 3_000 }) });
    fc.assert(
      fc.property(fc.option(place), fc.array(screen, { minLength: 1, maxLength: 4 }), (remembered, screens) => {
        const placed = placeWindow(remembered, screens);
        const holds = (area: typeof main): boolean =>
          placed.x >= area.x &&
          placed.y >= area.y &&
          placed.x + placed.width <= area.x + area.width &&
          placed.y + placed.height <= area.y + area.height;
        expect(screens.some(holds)).toBe(true);
      }),
    );
  });

  test('is at the default place if the saved place is damaged', () => {
    const file = join(testFolder(), 'window.json');
    expect(readPlace(file)).toBeNull();
    const place = { x: -5, y: 6, width: 900, height: 700, maximized: true };
    rememberPlace(file, place);
    expect(readPlace(file)).toEqual(place);
    for (const content of ['', '{"x":', '{"x":1}', '{"x":"1","y":2,"width":3,"height":4,"maximized":false}', '[]']) {
      writeFileSync(file, content);
      expect(readPlace(file)).toBeNull();
    }
  });
});
