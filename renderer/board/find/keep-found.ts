/** Keeps the results of a board search visible until the next search. Outside React, so that no card is drawn in between. */
import { setCounter, useCounter } from '../../state/counter.ts';
import { keptAfter } from './found.ts';

/** Starts keeping; called once, when the page starts. */
export function startKeepingFound(): void {
  useCounter.subscribe((now, before) => {
    if (now.find !== before.find) return setCounter({ findKeeps: {} });
    const [is, was] = [now.held?.state.orders, before.held?.state.orders];
    if (now.find === null || is === was) return;
    const findKeeps = keptAfter(now.findKeeps, now.find, was ?? {}, is ?? {});
    if (findKeeps !== now.findKeeps) setCounter({ findKeeps });
  });
}
