import type { Page } from 'playwright-core';

/** As a scanner types: a letter every 5 ms by the clock of the keyboard, however slow this computer is, then Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = [...code].map((text) => ({ key: text, text }));
  const began = Date.now() / 1_000;
  await Promise.all(
    [...keys, { key: 'Enter', text: '\r' }].flatMap((key, place) => {
      const timestamp = began + place * 0.005;
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ];
    }),
  );
  await session.detach();
}
