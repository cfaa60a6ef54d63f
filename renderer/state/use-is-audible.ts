/** Whether this screen would play the sound of a new order now. */
import { ringsHere, useKitchenApp, useUiState } from './ui-state.ts';

export function useIsAudible(): boolean {
  const paused = useKitchenApp()?.soundPausedUntil ?? null;
  const sound = useUiState((counter) => counter.sound);
  const speaker = useUiState((counter) => counter.speaker);
  const rings = useUiState(ringsHere);
  return rings && paused === null && sound === 'on' && speaker;
}
