/** Connects the alarm to the state: it rings while an order is unacknowledged. Outside React, so that no redraw can silence it. */
import { type Counter, readCounter, setCounter, useCounter } from '../state/counter.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { SoundName } from './bell.ts';
import { soundFor } from './sound-for.ts';

let alarm: Alarm | null = null;

/** Starts listening to the state and to the first touch; called once, when the page starts. */
export function startSound(): void {
  const made = createAlarm((sound) => setCounter({ sound }));
  alarm = made;
  // Any touch or key is a chance to let the sound through; a whole click, so that the strip does not leave under the finger.
  for (const kind of ['click', 'keydown'] as const) document.addEventListener(kind, made.unblock, { passive: true });

  const follow = () => {
    const { held, muted } = readCounter();
    const paused = held?.state.app.app?.soundPausedUntil ?? null;
    const sound = soundFor(held?.state.orders ?? {}, muted);
    if (paused === null && sound) made.start(sound);
    else made.stop();
    made.setVolume((held?.state.app.app?.volume ?? 100) / 100);
  };
  useCounter.subscribe((now, before) => {
    if (
      now.held?.state.orders !== before.held?.state.orders ||
      now.held?.state.app !== before.held?.state.app ||
      now.muted !== before.muted
    )
      follow();
    if (now.held && before.held && now.held.state.orders !== before.held.state.orders && couriersComing(before, now))
      made.ringOnce('courier');
  });
  follow();
  watchSpeakers();
}

/** Rings once, so that staff hear what it sounds like. */
export function tryTheSound(sound: SoundName = 'delivery'): void {
  alarm?.ringOnce(sound);
}

/** A short dull knock: a touch that did nothing is heard, and sounds like no order. */
export function knock(): void {
  alarm?.knock();
}

/** Softly, for people who wait in front of the counter. */
export function chime(): void {
  alarm?.chime();
}

/** Whether a courier has come near since. */
function couriersComing(before: Counter, now: Counter): boolean {
  const was = before.held?.state.orders ?? {};
  return Object.values(now.held?.state.orders ?? {}).some(
    ({ id, courier }) => courier?.state === 'approaching' && was[id] && !was[id].courier,
  );
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
