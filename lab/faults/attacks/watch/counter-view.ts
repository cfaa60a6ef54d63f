/** What an admitted page sees: cards, notices, every push. */

import type { AppState } from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { type AppliedState, applyPush } from '../../../../renderer/state/apply-push.ts';
import { type CounterClient, openCounter } from './counter-client.ts';

export interface CounterView extends CounterClient {
  state(): AppState;
  notices(): string[];
}

export async function viewCounter(counterUrl: string): Promise<CounterView> {
  let held: AppliedState | null = null;
  let shown: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    shown = resolve;
  });
  const client = await openCounter(counterUrl, (push) => {
    held = applyPush(held, push).held ?? held;
    shown();
  });
  await first;
  const state = (): AppState => {
    if (!held) throw new Error('The counter has shown nothing yet.');
    return held.state;
  };
  return { ...client, state, notices: () => Object.values(state().notices).map(({ text }) => english(text)) };
}
