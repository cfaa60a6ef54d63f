/** A dialog's command: the dialog stays open until main accepts it, and shows a refusal. */
import { useState } from 'react';
import type { Problem } from '../../../contract/contract.ts';
import { entryOf } from '../../state/entry-of.ts';
import { useUiState } from '../../state/ui-state.ts';

export function useCommand(orderId: string) {
  const [tried, setTried] = useState(false);
  const busy = useUiState(({ sending }) => entryOf(sending, orderId) !== undefined);
  const refusal = useUiState(({ refusals }) => entryOf(refusals, orderId));
  return {
    busy,
    problem: (tried && refusal) || (null as Problem | null),
    async run(command: Promise<boolean>, onTaken: () => void): Promise<void> {
      setTried(true);
      if (await command) onTaken();
    },
  };
}
