/** Resumes waiting work when the service answers again. */
import type { Services } from '../features.ts';

export type GoOn = (voidMs: number) => void;

/** Returns the function for callers that notice it otherwise. */
export function resumeOnContact({ appEvents, opened, store, http, pace, poller, onDefect }: Services): GoOn {
  /** Sends what waits, nearest deadline first. Requests on dead connections are cut first, or they'd be last. */
  async function goOn(voidMs: number): Promise<void> {
    pace.contactReturned();
    await http.cutShort(voidMs);
    // The call just answered may need a retry: its job is queued again once all promises have run.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (opened.isClosing()) return;
    store.write(() => store.queue.contactReturned());
    poller.contactReturned();
  }
  const goOnNow: GoOn = (voidMs) => void goOn(voidMs).catch(onDefect);
  appEvents.on('reconnected', goOnNow);
  return goOnNow;
}
