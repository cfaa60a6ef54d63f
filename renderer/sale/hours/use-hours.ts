/** A venue's opening hours, read again on changes, and errors in edited ones. */
import { useCallback, useEffect, useState } from 'react';
import type { CallInput, HoursMistakeView, HoursView, Problem } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';
import { useTopic } from '../../state/ui-state.ts';

export function useHours(venueId: string): { hours: HoursView | null; problem: Problem | null; read: () => Promise<void> } {
  const version = useTopic('venues')[venueId]?.sale?.version;
  const [hours, setHours] = useState<HoursView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('sale.hours', { venueId });
    if (answer.ok) setHours(answer.value);
    setProblem(answer.ok ? null : answer.problem);
  }, [venueId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is another week
  useEffect(() => void read(), [read, version]);
  return { hours, problem, read };
}

/** Checks this long after the last key, ms. */
const REST_MS = 150;

/** Mistakes in the hours, checked by the app. `given`: null if there's nothing to check. */
export function useMistakes(given: CallInput<'sale.checkHours'> | null): HoursMistakeView[] {
  const [mistakes, setMistakes] = useState<HoursMistakeView[]>([]);
  const key = JSON.stringify(given);
  useEffect(() => {
    const asked = JSON.parse(key) as CallInput<'sale.checkHours'> | null;
    if (asked === null) return setMistakes([]);
    let isOver = false;
    const later = setTimeout(async () => {
      const answer = await call('sale.checkHours', asked);
      if (!isOver && answer.ok) setMistakes(answer.value.mistakes);
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(later);
    };
  }, [key]);
  return mistakes;
}
