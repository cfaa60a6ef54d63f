/** A display asks its browser to keep the screen on, or shows staff what to set. */
import { expect, test } from 'vitest';
import { keepAwake, type OwnScreen } from '../../../renderer/displays/keep-awake.ts';

function aScreen(lock: (() => Promise<void>) | null) {
  let follow = () => {};
  const seen = { visible: true, asked: 0, released: 0, notified: 0 };
  const screen: OwnScreen = {
    lock:
      lock &&
      (async () => {
        seen.asked += 1;
        await lock();
        return {
          release: async () => {
            seen.released += 1;
          },
        };
      }),
    isVisible: () => seen.visible,
    onVisibility(one) {
      follow = one;
      return () => {
        follow = () => {};
      };
    },
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    seen,
    settled,
    stop: keepAwake(screen, () => {
      seen.notified += 1;
    }),
    async show(visible: boolean) {
      seen.visible = visible;
      follow();
      await settled();
    },
  };
}

test("the screen is kept on while the display's page is visible, also after it was hidden, until it ends", async () => {
  const { seen, settled, stop, show } = aScreen(async () => {});
  await settled();
  await show(false);
  expect(seen).toMatchObject({ asked: 1, notified: 0 });
  await show(true);
  expect(seen).toMatchObject({ asked: 2, notified: 0, released: 0 });
  stop();
  await show(true);
  expect(seen).toMatchObject({ asked: 2, released: 1 });
});

test("staff are notified if the browser can't keep the screen on or refuses, not if the page was hidden", async () => {
  expect(aScreen(null).seen.notified).toBe(1);
  const refused = aScreen(async () => {
    throw new Error('NotAllowedError');
  });
  await refused.settled();
  expect(refused.seen.notified).toBe(1);
  const hidden = aScreen(async () => {
    await null;
    hidden.seen.visible = false;
    throw new Error('NotAllowedError');
  });
  await hidden.settled();
  expect(hidden.seen.notified).toBe(0);
});
