/** Whether this screen would play the sound of a new order now. */
import { isUnattended, useKitchenApp, useUiState } from './ui-state.ts';

export function useIsAudible(): boolean {
  const paused = useKitchenApp()?.soundPausedUntil ?? null;
  const sound = useUiState((counter) => counter.sound);
  const speaker = useUiState((counter) => counter.speaker);
  const rings = useUiState((counter) => counter.station?.rings !== false);
  const isSilenced = useUiState(isUnattended);
  return rings && paused === null && sound === 'on' && speaker && !isSilenced;
}
