/** Text size of dishes on this display: chosen here, else from Settings. */
import { create } from 'zustand';
import { kitchenAppIn, readUiState, useKitchenApp } from '../../state/ui-state.ts';

const USUAL = 26;
const STEPS = [20, 24, 28, 32, 36, 40];
/** Saved per page address: windows of this computer may show different stations. */
const KEPT = `tillbridge-dish-size${location.search}`;

const useChosen = create<{ size: number | null }>(() => ({ size: kept() }));

export function useDishSize(): number {
  const ofSettings = useKitchenApp()?.kitchen.dishSize ?? USUAL;
  return useChosen(({ size }) => size) ?? ofSettings;
}

const readDishSize = (): number => useChosen.getState().size ?? sizeOfSettings();

/** Chooses the next size, after the largest the smallest. The size from Settings follows Settings again. */
export function stepDishSize(): void {
  const usual = sizeOfSettings();
  const steps = [...STEPS, usual].sort((a, b) => a - b);
  const next = steps.find((size) => size > readDishSize()) ?? STEPS[0] ?? usual;
  const size = next === usual ? null : next;
  keep(size);
  useChosen.setState({ size });
}

export const onDishSize = (follow: () => void): void => void useChosen.subscribe(follow);

const sizeOfSettings = (): number => kitchenAppIn(readUiState())?.kitchen.dishSize ?? USUAL;

function kept(): number | null {
  try {
    const size = Number(localStorage.getItem(KEPT));
    return STEPS.includes(size) ? size : null;
  } catch {
    return null;
  }
}

function keep(size: number | null): void {
  try {
    if (size === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, String(size));
  } catch {
    // Without local storage the choice is lost on restart.
  }
}
