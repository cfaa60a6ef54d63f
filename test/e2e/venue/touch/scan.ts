import type { Page } from 'playwright-core';

const ENTER = { key: 'Enter', text: '\r' };
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** Least seconds between scans, as a person needs. */
const PAUSE_S = 0.5;
/** When the last scan ended, by the keyboard's clock. */
let ended = 0;

/** Types a letter every `letterS` by the keyboard's clock, then Enter `enters` times. A line end in the code is Enter, a tab is Tab. */
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
