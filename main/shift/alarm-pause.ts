/** The alarm's pause: asked for by a person, told on the screen, and over by itself. */

export interface Quiet extends Disposable {
  /** Epoch ms on this computer's steady clock until when the alarm is quiet; null while it may ring. */
  until(): number | null;
  /** `minutes`: 0 ends the pause. */
  pause(minutes: number): void;
}

export function createQuiet(steady: () => number, onChange: () => void): Quiet {
  let until: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  function end(): void {
    clearTimeout(timer);
    until = null;
    onChange();
  }
  return {
    until: () => until,
    pause(minutes) {
      if (minutes === 0) return end();
      clearTimeout(timer);
      until = steady() + minutes * 60_000;
      timer = setTimeout(end, minutes * 60_000);
      onChange();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
