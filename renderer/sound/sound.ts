/** Joins the alarm to the state: it rings while any order waits untouched. Kept outside React, so that no redraw can silence it. */
import { alertingOrders } from '../state/board.ts';
import { readCounter, setCounter, useCounter } from '../state/counter.ts';
import { type Alarm, createAlarm } from './alarm.ts';

let alarm: Alarm | null = null;

/** Starts listening to the state and to the first touch; called once, when the page starts. */
export function startSound(): void {
  const made = createAlarm((sound) => setCounter({ sound }));
  alarm = made;
  // Any touch or key is a chance to let the sound through; a whole click, so that the strip does not leave under the finger.
  for (const kind of ['click', 'keydown'] as const) document.addEventListener(kind, made.unblock, { passive: true });

  const follow = () => {
    const { held, hushed } = readCounter();
    const paused = held?.state.app.app?.soundPausedUntil ?? null;
    if (paused === null && alertingOrders(held?.state.orders ?? {}, hushed).length > 0) made.start();
    else made.stop();
  };
  useCounter.subscribe((now, before) => {
    if (
      now.held?.state.orders !== before.held?.state.orders ||
      now.held?.state.app !== before.held?.state.app ||
      now.hushed !== before.hushed
    )
      follow();
  });
  follow();
  watchSpeakers();
}

/** Rings once, so that staff hear what a new order sounds like. */
export function tryTheSound(): void {
  alarm?.ringOnce();
}

/** Notices when the last loudspeaker is unplugged. Where the browser does not tell, nothing is claimed. */
function watchSpeakers(): void {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media?.enumerateDevices) return;
  const look = async () => {
    const devices = await media.enumerateDevices().catch(() => null);
    // An empty list means the browser keeps it to itself.
    if (devices?.length) setCounter({ speaker: devices.some((device) => device.kind === 'audiooutput') });
  };
  media.addEventListener('devicechange', look);
  void look();
}
