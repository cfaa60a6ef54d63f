/** While the counter is away its address may say why: this page then gives way to that one, which gives way again when the counter is back. */
import type { Doorway } from '../preload/contract.ts';

const LOOK_EVERY_MS = 2_000;
/** What the page of a counter that cannot start is answered with. */
const AWAY = 503;

export function giveWayWhileAway(doorway: Doorway): void {
  let looking: ReturnType<typeof setInterval> | undefined;
  doorway.watch(
    () => undefined,
    (linked) => {
      clearInterval(looking);
      if (!linked) looking = setInterval(() => void look(), LOOK_EVERY_MS);
    },
  );
}

async function look(): Promise<void> {
  try {
    const { status } = await fetch('/', { cache: 'no-store' });
    if (status === AWAY) location.reload();
  } catch {
    // Nobody is there: the screen says so already.
  }
}
