/** One call at a time from a form or button: whether it runs, and the Problem it ended with. */
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput, Problem } from '../../contract/contract.ts';
import { call } from '../state/link.ts';

/**
 * `run` answers with the output, or null when it failed (then `problem` says why) or was already running. `forget`: what failed is
 * answered otherwise now, and its problem says nothing true any more.
 */
export function useCall<N extends CallName>(name: N) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef(false);
  const run = useCallback(
    async (input: CallInput<N>): Promise<CallOutput<N> | null> => {
      if (running.current) return null;
      running.current = true;
      setBusy(true);
      setProblem(null);
      const answer = await call(name, input);
      running.current = false;
      setBusy(false);
      if (answer.ok) return answer.value;
      setProblem(answer.problem);
      return null;
    },
    [name],
  );
  const forget = useCallback(() => setProblem(null), []);
  return { run, busy, problem, forget };
}

/** The same where each touch is for another thing, such as one bag of many: none waits for the one before, and none is passed over. */
export function useEachCall<N extends CallName>(name: N) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useCallback(
    async (input: CallInput<N>): Promise<void> => {
      const answer = await call(name, input);
      setProblem(answer.ok ? null : answer.problem);
    },
    [name],
  );
  return { run, problem };
}
