import type * as v from 'valibot';
import type { Answer, CallName, CallOutput, calls as contract, Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { By } from './caller.ts';

/** Calls answered by the connection, not by a handler. */
export type OfTheLink = 'state.snapshot' | 'counter.accessCode';

type Input<N extends CallName> = v.InferOutput<(typeof contract)[N]['input']>;
export type Handlers = {
  [N in Exclude<CallName, OfTheLink>]: (input: Input<N>, by?: By) => Answer<CallOutput<N>> | Promise<Answer<CallOutput<N>>>;
};
export const DONE = { ok: true, value: {} } as const;
export const UNKNOWN_VENUE = { code: 'unknown-venue', text: message('venue.unknown') };

/** Refuses with the problem's text, without a status or body of the service. */
export function refuseAs({ code, text, hint }: Problem): { ok: false; problem: Problem } {
  return refuse({ code, text, ...(hint ? { hint } : {}) });
}

export function refuse(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** Drops fields that a form left undefined. */
export function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(given));
}
