/** Helpers for answers to calls. */
import type * as v from 'valibot';
import type { Answer, CallName, CallOutput, calls as contract, Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { By } from './caller.ts';

/** Answered where the screen is linked, because they are about that screen alone. */
export type OfTheLink = 'state.snapshot' | 'counter.accessCode';

type Input<N extends CallName> = v.InferOutput<(typeof contract)[N]['input']>;
/** `by`: who asks, as the bridge knows it; absent where the app itself does. */
export type Handlers = {
  [N in Exclude<CallName, OfTheLink>]: (input: Input<N>, by?: By) => Answer<CallOutput<N>> | Promise<Answer<CallOutput<N>>>;
};
export const DONE = { ok: true, value: {} } as const;
export const UNKNOWN_VENUE = { code: 'unknown-venue', text: message('venue.unknown') };

/** Refused as the service or the printer said it, in the words of the screen: never a status or a body. */
export function refuseAs({ code, text, hint }: Problem): { ok: false; problem: Problem } {
  return refuse({ code, text, ...(hint ? { hint } : {}) });
}

export function refuse(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** Fields that a form left out are absent, not undefined. */
export function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(given));
}
