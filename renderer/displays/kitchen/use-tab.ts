/** What this kitchen display shows: chosen here, else by its address, else its assigned station. */
import { create } from 'zustand';
import { EVERYTHING, EXPO, type KitchenView, READY } from '../../../contract/contract.ts';
import { kitchenAppIn, readUiState, useKitchenApp } from '../../state/ui-state.ts';
import type { Tab } from './tickets.ts';

const useChosen = create<{ tab: Tab | null }>(() => ({ tab: null }));
const ADDRESSED = new URLSearchParams(location.search).get('station');

export const chooseTab = (tab: Tab): void => useChosen.setState({ tab });

export function useTab(): Tab {
  const kitchen = useKitchenApp()?.kitchen;
  return tabOf(
    useChosen(({ tab }) => tab),
    kitchen,
  );
}

export const readTab = (): Tab => tabOf(useChosen.getState().tab, kitchenAppIn(readUiState())?.kitchen);

export const onTab = (follow: () => void): void => void useChosen.subscribe(follow);

/** A deleted station is skipped: it must hide no orders. */
function tabOf(chosen: Tab | null, kitchen: KitchenView | undefined): Tab {
  const isThere = (tab: Tab) =>
    tab === EVERYTHING || tab === EXPO || tab === READY || kitchen?.stations.some(({ id }) => id === tab) === true;
  return [chosen, ADDRESSED, kitchen?.station ?? null].find((tab) => tab !== null && isThere(tab)) ?? EVERYTHING;
}
