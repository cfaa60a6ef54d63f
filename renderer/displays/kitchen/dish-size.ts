/** Text size of dishes on this display: chosen here, else from Settings. */
import { kitchenAppIn, readUiState, useKitchenApp } from '../../state/ui-state.ts';
import { kept } from './kept.ts';

const USUAL = 26;
const STEPS = [20, 24, 28, 32, 36, 40];

const chosen = kept('dish-size', STEPS.map(String));

export function useDishSize(): number {
  const ofSettings = useKitchenApp()?.kitchen.dishSize ?? USUAL;
  const size = chosen.use();
  return size === null ? ofSettings : Number(size);
}

/** Chooses the next size, after the largest the smallest. The size from Settings follows Settings again. */
export function stepDishSize(): void {
  const usual = sizeOfSettings();
  const steps = [...STEPS, usual].sort((a, b) => a - b);
  const now = chosen.read();
  const next = steps.find((size) => size > (now === null ? usual : Number(now))) ?? STEPS[0] ?? usual;
  chosen.choose(next === usual ? null : String(next));
}

export const onDishSize = (follow: () => void): void => chosen.follow(follow);

const sizeOfSettings = (): number => kitchenAppIn(readUiState())?.kitchen.dishSize ?? USUAL;
