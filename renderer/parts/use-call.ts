/** One call at a time from a form or button, with its state and Problem. */
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput, Problem } from '../../contract/contract.ts';
import { call } from '../state/link.ts';

/** `run` resolves to null if the call failed (see `problem`) or is already running. `forget` clears an outdated problem. */
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

/** For independent taps, such as bags: calls run concurrently and none is dropped. */
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
