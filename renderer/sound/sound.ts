/** Rings the alarm while orders are unseen. Outside React, so that rendering can't silence it. */
import { kitchenAppIn, ordersIn, readUiState, ringsHere, setUiState, type UiState, useUiState } from '../state/ui-state.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { SoundName } from './bell.ts';
import { soundFor } from './sound-for.ts';

let alarm: Alarm | null = null;

export function startSound(): void {
  const made = createAlarm((sound) => setUiState({ sound }));
  alarm = made;
  // Any tap or key may unblock the sound; click rather than pointerdown, so that the strip about it doesn't leave under the finger.
  for (const kind of ['click', 'keydown'] as const) document.addEventListener(kind, made.unblock, { passive: true });

  const follow = () => {
    const now = readUiState();
    const app = kitchenAppIn(now);
    const paused = app?.soundPausedUntil ?? null;
    const sound = soundFor(ordersIn(now), now.muted);
    if (paused === null && sound && ringsHere(now)) made.start(sound);
    else made.stop();
    made.setVolume((app?.volume ?? 100) / 100);
  };
  useUiState.subscribe((now, before) => {
    if (
      now.held?.state.orders !== before.held?.state.orders ||
      now.held?.state.app !== before.held?.state.app ||
      now.station !== before.station ||
      now.muted !== before.muted
    )
      follow();
    if (now.held && before.held && now.held.state.orders !== before.held.state.orders && ringsHere(now) && couriersComing(before, now))
      made.ringOnce('courier');
  });
  follow();
  watchSpeakers();
}

export function tryTheSound(sound: SoundName = 'delivery'): void {
  alarm?.ringOnce(sound);
}

/** Played for taps that did nothing; unlike any order's sound. */
export function playRefusedTap(): void {
  alarm?.knock();
}

/** Played on the customer display. */
export function chime(): void {
  alarm?.chime();
}

function couriersComing(before: UiState, now: UiState): boolean {
  const was = ordersIn(before);
  return Object.values(ordersIn(now)).some(({ id, courier }) => courier?.state === 'approaching' && was[id] && !was[id].courier);
}

/** Notices when the last loudspeaker is unplugged, if the browser reports devices. */
function watchSpeakers(): void {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media?.enumerateDevices) return;
  const look = async () => {
    const devices = await media.enumerateDevices().catch(() => null);
    // An empty list means that the browser hides them.
    if (devices?.length) setUiState({ speaker: devices.some((device) => device.kind === 'audiooutput') });
  };
  media.addEventListener('devicechange', look);
  void look();
}
