import type { Services } from '../features.ts';

export type GoOn = (voidMs: number) => void;

/** Returns the function for callers that notice contact otherwise. */
export function resumeOnContact({ appEvents, opened, store, http, pace, poller, onDefect }: Services): GoOn {
  /** Sends what waits, nearest deadline first. First aborts requests on connections dead for `voidMs`, or they'd be last. */
  async function goOn(voidMs: number): Promise<void> {
    pace.contactReturned();
    await http.cutShort(voidMs);
    // The call just answered may need a retry: its job returns to the queue once all promises have run.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (opened.isClosing()) return;
    store.write(() => store.queue.contactReturned());
    poller.contactReturned();
  }
  const goOnNow: GoOn = (voidMs) => void goOn(voidMs).catch(onDefect);
  appEvents.on('reconnected', goOnNow);
  return goOnNow;
}
