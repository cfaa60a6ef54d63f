/** Keeps search results visible until the next search. Outside React, to avoid rendering in between. */
import { cardsIn, setUiState, useUiState } from '../../state/ui-state.ts';
import { keptAfter } from './found.ts';

export function startKeepingFound(): void {
  useUiState.subscribe((now, before) => {
    if (now.find !== before.find) return setUiState({ findKeeps: {} });
    const [is, was] = [cardsIn(now), cardsIn(before)];
    if (now.find === null || is === was) return;
    const findKeeps = keptAfter(now.findKeeps, now.find, was, is);
    if (findKeeps !== now.findKeeps) setUiState({ findKeeps });
  });
}
