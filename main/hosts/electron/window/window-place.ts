import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivately } from '../../../../shared/files/private-files.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const Whole = v.pipe(v.number(), v.integer());
const Remembered = v.object({ x: Whole, y: Whole, width: Whole, height: Whole, maximized: v.boolean() });
export type WindowPlace = v.InferOutput<typeof Remembered>;

export const LEAST_SIZE = { width: 800, height: 560 };
const FIRST_SIZE = { width: 1280, height: 800 };

/** On the screen that the window overlaps most; centered on the first if its screen is gone. `screens`: work areas, main one first. */
export function placeWindow(remembered: WindowPlace | null, screens: readonly Area[]): WindowPlace {
  const first = screens[0] ?? { x: 0, y: 0, ...FIRST_SIZE };
  const wanted = remembered ?? { ...FIRST_SIZE, x: 0, y: 0, maximized: false };
  const best = remembered
    ? screens.reduce((found, screen) => (overlap(remembered, screen) > overlap(remembered, found) ? screen : found), first)
    : first;
  const width = Math.min(Math.max(wanted.width, LEAST_SIZE.width), best.width);
  const height = Math.min(Math.max(wanted.height, LEAST_SIZE.height), best.height);
  const isSeen = remembered !== null && overlap(remembered, best) > 0;
  const x = isSeen ? wanted.x : best.x + Math.round((best.width - width) / 2);
  const y = isSeen ? wanted.y : best.y + Math.round((best.height - height) / 2);
  return {
    x: Math.min(Math.max(x, best.x), best.x + best.width - width),
    y: Math.min(Math.max(y, best.y), best.y + best.height - height),
    width,
    height,
    maximized: wanted.maximized,
  };
}

/** Null if unusable: a lost place must not block the start. */
export function readPlace(file: string): WindowPlace | null {
  try {
    const read = v.safeParse(Remembered, JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

export function rememberPlace(file: string, place: WindowPlace): void {
  writePrivately(file, JSON.stringify(place));
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
