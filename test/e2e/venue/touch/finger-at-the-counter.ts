/** A finger on each test's screen, without the sound strip above the board: call `withFinger()` once, after `atTheCounter()`. */
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
