/** The alarm's pause: requested by staff, shown on screen, ended automatically. */
import type { Cancel, Time } from '../../shared/time/time.ts';

export interface AlarmPause extends Disposable {
  /** Epoch ms on the monotonic clock; null if not paused. */
  until(): number | null;
  /** 0 ends the pause. */
  pause(minutes: number): void;
}

export function createAlarmPause(time: Time, onChange: () => void): AlarmPause {
  let until: number | null = null;
  let ending: Cancel | undefined;
  function end(): void {
    ending?.();
    until = null;
    onChange();
  }
  return {
    until: () => until,
    pause(minutes) {
      if (minutes === 0) return end();
      ending?.();
      until = time.monotonic() + minutes * 60_000;
      ending = time.after(minutes * 60_000, end);
      onChange();
    },
    [Symbol.dispose]: () => ending?.(),
  };
}
