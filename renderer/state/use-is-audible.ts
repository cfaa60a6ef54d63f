/** Whether this screen would play the sound of a new order now. */
import { useApp, useCounter } from './counter.ts';

export function useIsAudible(): boolean {
  const paused = useApp()?.soundPausedUntil ?? null;
  const sound = useCounter((counter) => counter.sound);
  const speaker = useCounter((counter) => counter.speaker);
  return paused === null && sound === 'on' && speaker;
}
