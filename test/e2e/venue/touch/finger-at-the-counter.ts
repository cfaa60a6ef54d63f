/** A finger on the screen of each test, with nothing above the board that asks for a touch: call `withFinger()` once, after `atTheCounter()`. */
import { beforeEach } from 'vitest';
import { screen } from '../at-the-counter.ts';
import { type Finger, putFinger } from './finger.ts';

export let finger: Finger;

export function withFinger(): void {
  beforeEach(async () => {
    finger = await putFinger(screen.page);
    const sound = screen.page.locator('.strip-sound');
    if ((await sound.count()) > 0) await sound.click();
  });
}
