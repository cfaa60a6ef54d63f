/** Retries a start until it works, and shows meanwhile why not. */
import { isSame, joinSentences } from '../../contract/message.ts';
import { cannotStart, endsStart, type Reason, reasonOf, type Trouble } from '../app/trouble.ts';
import type { Meanwhile } from './receive-between-starts.ts';

/** Shows what is in the way, in the counter's place. It is asked again and again: the words may change. Answers with the end of it. */
export type ShowTrouble = (trouble: () => Trouble) => Promise<() => void | Promise<void>>;

/**
 * An error for which there are words is shown, and given to `onTrouble` each time the words change; every other error is thrown, and so
 * is one that ends the start (`endsStart`).
 */
export async function startWhenPossible<T>(
  start: () => T | Promise<T>,
  options: { dataDir: string; meanwhile: Meanwhile; show: ShowTrouble; onTrouble: (reason: Reason) => void },
): Promise<T> {
  const { dataDir, meanwhile } = options;
  let reason: Reason | null = null;
  let hide: (() => void | Promise<void>) | null = null;
  const words = (): Trouble => {
    const { text, hint } = reason as Reason;
    const also = meanwhile.text();
    return cannotStart(dataDir, { text, hint: also === null ? hint : joinSentences(hint, also) });
  };
  try {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        const found = endsStart(error) ? null : reasonOf(error);
        if (!found) throw error;
        if (reason === null || !isSame(found.text, reason.text)) options.onTrouble(found);
        reason = found;
        hide ??= await options.show(words);
        await meanwhile.untilNextTry(error);
      }
    }
  } finally {
    await hide?.();
  }
}
