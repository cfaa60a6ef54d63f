import type { Page } from 'playwright-core';

const ENTER = { key: 'Enter', text: '\r' };
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** From one code to the next, s: a hand needs longer. */
const PAUSE_S = 0.5;
/** By the clock of the keyboard: when the last code ended. */
let ended = 0;

/**
 * As a scanner types: a letter every 5 ms (`letterS`) by the clock of the keyboard, however slow this computer is, then Enter, `enters` times;
 * so also at each end of a line;
 * a tab in the code is the key.
 */
export async function scan(page: Page, code: string, enters = 1, letterS = 0.005): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = [...code].map((text) => (text === '\n' ? ENTER : text === '\t' ? TAB : { key: text, text }));
  const began = Math.max(Date.now() / 1_000, ended + PAUSE_S);
  ended = began + (keys.length + enters) * letterS;
  await Promise.all(
    [...keys, ...Array.from({ length: enters }, () => ENTER)].flatMap((key, place) => {
      const timestamp = began + place * letterS;
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ];
    }),
  );
  await session.detach();
}
