import { useState } from 'react';
import type { CallInput, CallName, Problem, Sold, SoldOutEnd } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';

export interface Sale {
  problem: Problem | null;
  soldOut(what: Sold, end: SoldOutEnd): Promise<boolean>;
  backOnSale(what: Sold): Promise<boolean>;
  again(intent: number): Promise<boolean>;
  setStock(what: Sold, count: number): Promise<boolean>;
}

export function useSale(venueId: string): Sale {
  const [problem, setProblem] = useState<Problem | null>(null);
  async function tell<N extends CallName>(name: N, input: CallInput<N>): Promise<boolean> {
    const answer = await call(name, input);
    setProblem(answer.ok ? null : answer.problem);
    return answer.ok;
  }
  return {
    problem,
    soldOut: (what, end) => tell('menu.soldOut', { venueId, what: [what], end }),
    backOnSale: (what) => tell('menu.backOnSale', { venueId, what: [what] }),
    again: (intent) => tell('menu.again', { venueId, intent }),
    setStock: (what, count) => tell('menu.setStock', { venueId, stock: [{ what, count }] }),
  };
}
