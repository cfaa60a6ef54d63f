/** The service is heard again after a silence: what waited for it goes on. */
import type { Services } from '../features.ts';

/** Silent for so many ms. */
export type GoOn = (voidMs: number) => void;

/** Answers with what a caller does who learns of it in another way. */
export function goOnWhenHeard({ news, opened, store, http, pace, poller, onDefect }: Services): GoOn {
  /**
   * The network was gone, or the computer slept: what waits for the service goes out now, the answer whose time ends first before the
   * others. What hangs on a dead connection joins them first, or it would come last.
   */
  async function goOn(voidMs: number): Promise<void> {
    pace.contactReturned();
    await http.cutShort(voidMs);
    // The call that was answered just now may have to be repeated: its job is back in the queue once all promises have run.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (opened.isClosing()) return;
    store.write(() => store.queue.contactReturned());
    poller.contactReturned();
  }
  const goOnNow: GoOn = (voidMs) => void goOn(voidMs).catch(onDefect);
  news.on('heardAgain', goOnNow);
  return goOnNow;
}
