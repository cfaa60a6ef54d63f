/** A command from a dialog, which stays open until the bridge accepts it, and shows why if not. */
import { useState } from 'react';
import type { Problem } from '../../../contract/contract.ts';
import { useCounter } from '../../state/counter.ts';
import { entryOf } from '../../state/entry-of.ts';

export function useCommand(orderId: string) {
  const [tried, setTried] = useState(false);
  const busy = useCounter(({ sending }) => entryOf(sending, orderId) !== undefined);
  const refusal = useCounter(({ refusals }) => entryOf(refusals, orderId));
  return {
    busy,
    problem: (tried && refusal) || (null as Problem | null),
    /** `onTaken`: what the dialog does then. */
    async run(command: Promise<boolean>, onTaken: () => void): Promise<void> {
      setTried(true);
      if (await command) onTaken();
    },
  };
}
