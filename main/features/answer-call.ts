/** Answers a call: checks its input against the contract, and turns a failure into a message. Each feature has its own calls. */
import * as v from 'valibot';
import { type Answer, type CallName, calls as contract, mistakeIn, type Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { whenUnlocked } from '../store/file/when-unlocked.ts';
import { type Handlers, type OfTheLink, refuse } from './answers.ts';
import { type By, THE_APP } from './caller.ts';

/** What the bridge answers; starting and leaving training, and letting tablets in, is the app's. */
export type CounterCalls = Omit<
  Handlers,
  'training.start' | 'training.leave' | 'training.order' | `displays.${'pair' | 'list' | 'sendAway'}`
>;

/** Whoever touched something is told after so many ms that another program holds the database. */
const LOCKED_LIMIT_MS = 1_000;

/** Checks the input of a call and hands it to its handler. Never throws for bad input. */
export async function answerCall(
  handlers: Handlers,
  name: string,
  input: unknown,
  deps: {
    /** Why this call may not be made by this caller now; null when it may. */
    refusalOf: (name: CallName, input: unknown) => Problem | null;
    time: Pick<Time, 'monotonic' | 'wait'>;
    by?: By;
    /** It was made, and was answered with yes. */
    onDone?: (name: CallName, input: unknown) => void;
  },
): Promise<Answer<unknown>> {
  if (!Object.hasOwn(contract, name) || !Object.hasOwn(handlers, name))
    return refuse({ code: 'unknown-call', text: message('screen.unknownRequest') });
  const call = name as Exclude<CallName, OfTheLink>;
  // One word about what is wrong is enough: a list of a million wrong things would make a million.
  const checked = v.safeParse(contract[call].input, input, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    const field = issue.path?.[0]?.key;
    return refuse({ code: 'bad-input', text: mistakeIn(issue), ...(typeof field === 'string' ? { field } : {}) });
  }
  const refusal = deps.refusalOf(call, checked.output);
  if (refusal) return refuse(refusal);
  const handler = handlers[call] as (input: unknown, by: By) => Answer<unknown> | Promise<Answer<unknown>>;
  // What throws before it waits for anything has done nothing yet.
  const begun = await whenUnlocked(deps.time, LOCKED_LIMIT_MS, () => ({ answer: handler(checked.output, deps.by ?? THE_APP) }));
  const answer = await begun.answer;
  if (answer.ok) deps.onDone?.(call, checked.output);
  return answer;
}
