/**
 * While Tillbridge is stopped, its address may report why, and this page shows that. It doesn't reload for it: another program could hold
 * the address by then and serve a page of its own, which would get this page's session.
 */
import type { BridgeClient } from '../../contract/contract.ts';
import { type Away, TROUBLE_PATH } from '../../contract/entry.ts';
import { setCounter } from '../state/counter.ts';

const LOOK_EVERY_MS = 2_000;
/** What the address of a counter that cannot start is answered with. */
const AWAY = 503;
/** No trouble takes more words. */
const LONGEST = 2_000;

/** Goes on until the page is closed. */
export function showAwayReason(client: BridgeClient): void {
  let looking: ReturnType<typeof setInterval> | undefined;
  let isLinked = false;
  const look = async (): Promise<void> => {
    const away = await askWhy();
    if (!isLinked) setCounter({ away });
  };
  client.watch(
    () => undefined,
    (linked) => {
      clearInterval(looking);
      isLinked = linked;
      if (linked) setCounter({ away: null });
      else looking = setInterval(() => void look(), LOOK_EVERY_MS);
    },
  );
}

/** Null where no one is there, or no one who says why. */
async function askWhy(): Promise<Away | null> {
  try {
    const answer = await fetch(TROUBLE_PATH, { cache: 'no-store' });
    const body: unknown = answer.status === AWAY ? await answer.json() : null;
    return isAway(body) ? body : null;
  } catch {
    return null;
  }
}

function isAway(answer: unknown): answer is Away {
  if (typeof answer !== 'object' || answer === null) return false;
  const { title, text, hint, next, language, rightToLeft } = answer as Partial<Away>;
  const texts = [title, text, hint, next, language];
  return texts.every((text) => typeof text === 'string' && text.length <= LONGEST) && typeof rightToLeft === 'boolean';
}
