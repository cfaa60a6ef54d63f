import * as v from 'valibot';
import { type Answer, type CallName, calls as contract, mistakeIn, type Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { whenUnlocked } from '../store/file/when-unlocked.ts';
import { type Handlers, type OfTheLink, refuse } from './answers.ts';
import { BY_APP, type By } from './caller.ts';

export type CounterCalls = Omit<
  Handlers,
  'training.start' | 'training.leave' | 'training.order' | `displays.${'pair' | 'list' | 'change' | 'sendAway'}`
>;

/** How long a call waits for another program's database lock. */
const LOCKED_LIMIT_MS = 1_000;

/** Never throws for bad input. */
export async function answerCall(
  handlers: Handlers,
  name: string,
  input: unknown,
  deps: {
    refusalOf: (name: CallName, input: unknown) => Problem | null;
    time: Pick<Time, 'monotonic' | 'wait'>;
    by?: By;
    onDone?: (name: CallName, input: unknown) => void;
  },
): Promise<Answer<unknown>> {
  if (!Object.hasOwn(contract, name) || !Object.hasOwn(handlers, name))
    return refuse({ code: 'unknown-call', text: message('screen.unknownRequest') });
  const call = name as Exclude<CallName, OfTheLink>;
  // A long list of invalid items would yield as many issues.
  const checked = v.safeParse(contract[call].input, input, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    const field = issue.path?.[0]?.key;
    return refuse({ code: 'bad-input', text: mistakeIn(issue), ...(typeof field === 'string' ? { field } : {}) });
  }
  const refusal = deps.refusalOf(call, checked.output);
  if (refusal) return refuse(refusal);
  const handler = handlers[call] as (input: unknown, by: By) => Answer<unknown> | Promise<Answer<unknown>>;
  // Retried only until the handler first awaits: a throw before that changed nothing.
  const begun = await whenUnlocked(deps.time, LOCKED_LIMIT_MS, () => ({ answer: handler(checked.output, deps.by ?? BY_APP) }));
  const answer = await begun.answer;
  if (answer.ok) deps.onDone?.(call, checked.output);
  return answer;
}
