/**
 * Shows why Tillbridge is stopped, if its address reports it. Never reloads: another program there could serve its own page and get this
 * page's session.
 */
import type { BridgeClient } from '../../contract/contract.ts';
import { type CannotStartPage, TROUBLE_PATH } from '../../contract/entry.ts';
import { setUiState } from '../state/ui-state.ts';

const LOOK_EVERY_MS = 2_000;
/** HTTP status that Tillbridge answers with if it can't start. */
const AWAY = 503;
/** Longest text shown, characters. */
const LONGEST = 2_000;

/** Asks the address for the reason while there's no link. */
export function showAwayReason(client: BridgeClient): void {
  let looking: ReturnType<typeof setInterval> | undefined;
  let isLinked = false;
  const look = async (): Promise<void> => {
    const away = await askWhy();
    if (!isLinked) setUiState({ away });
  };
  client.watch(
    () => undefined,
    (linked) => {
      clearInterval(looking);
      isLinked = linked;
      if (linked) setUiState({ away: null });
      else looking = setInterval(() => void look(), LOOK_EVERY_MS);
    },
  );
}

/** Null without an answer or a reason. */
async function askWhy(): Promise<CannotStartPage | null> {
  try {
    const answer = await fetch(TROUBLE_PATH, { cache: 'no-store' });
    const body: unknown = answer.status === AWAY ? await answer.json() : null;
    return isAway(body) ? body : null;
  } catch {
    return null;
  }
}

function isAway(answer: unknown): answer is CannotStartPage {
  if (typeof answer !== 'object' || answer === null) return false;
  const { title, text, hint, next, language, rightToLeft } = answer as Partial<CannotStartPage>;
  const texts = [title, text, hint, next, language];
  return texts.every((text) => typeof text === 'string' && text.length <= LONGEST) && typeof rightToLeft === 'boolean';
}
