/** The shape of every answer to a call of the counter. */
import type * as v from 'valibot';
import type { Answer, CallName, CallOutput, calls as contract, Problem } from '../../preload/contract.ts';
import type { ServiceProblem } from '../service/problem.ts';

type Input<N extends CallName> = v.InferOutput<(typeof contract)[N]['input']>;
export type Handlers = { [N in CallName]: (input: Input<N>) => Answer<CallOutput<N>> | Promise<Answer<CallOutput<N>>> };
export const DONE = { ok: true, value: {} } as const;

/** Refused as the service said it, in the words of the screen: never its status or body. */
export function refuseAs({ code, says, remedy }: ServiceProblem): { ok: false; problem: Problem } {
  return refuse({ code, says, ...(remedy ? { remedy } : {}) });
}

export function refuse(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
