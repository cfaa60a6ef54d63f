/**
 * One attempt at what must reach the service. If sending it twice does no harm, a lost answer means: find out what shows, and send it again
 * if nothing does. If it would pay or order twice, it is never sent again automatically.
 */
import { type Message, message, type Text } from '../../contract/message.ts';
import { asRetry, isPassing, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob } from '../store/queue/queue.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';

type Soon<T> = T | Promise<T>;
export type Retry = ReturnType<typeof asRetry>;

interface Sending<Value> {
  /** How it ends without being sent, such as an order that shows its effect; null to send it. */
  isShown?: () => Soon<Outcome | null>;
  send: () => Promise<Result<Value>>;
  onTaken: (value: Value) => Soon<Outcome>;
  /** `retry`: the next attempt after a passing problem; null after any other. */
  onProblem: (problem: ServiceProblem, retry: Retry | null) => Soon<Outcome>;
}

/** `onUncertain`: how it ends if the outcome of an attempt is unknown, and another might pay or order twice. */
type Repeatable = { isIdempotent: true } | { isIdempotent: boolean; onUncertain: () => Outcome };

export async function serviceCommand<Value>(job: ClaimedJob, command: Sending<Value> & Repeatable): Promise<Outcome> {
  const uncertain = command.isIdempotent ? null : command.onUncertain;
  if (uncertain && job.outcomeUnknown) return uncertain();
  const shown = await command.isShown?.();
  if (shown) return shown;
  const answer = await command.send();
  if (answer.ok) return command.onTaken(answer.value);
  const { problem } = answer;
  if (uncertain && problem.outcome === 'unknown') return uncertain();
  return command.onProblem(problem, isPassing(problem) ? asRetry(problem, backoffMs(job.attempts)) : null);
}

/** The next attempt after a reading that failed: that its answer was lost says nothing of the command. */
export const readAgain = (problem: ServiceProblem, usualMs: number) => ({ ...asRetry(problem, usualMs), outcome: undefined }) as const;

/** How a command of an order ends, with the entry in the order's activity. */
export function orderOutcomes(store: Store) {
  const reported = (orderId: string, kind: 'failed' | 'uncertain', error: Message) => ({
    error,
    also: () => store.journal.append(orderId, { kind, text: error }),
  });
  return {
    taken: (orderId: string, action: string): Outcome => ({
      end: 'done',
      also: () => store.journal.append(orderId, { kind: 'answer', action }),
    }),
    failed: (orderId: string, action: Message, text: Text): Outcome => ({
      end: 'failed',
      ...reported(orderId, 'failed', message('command.failed', { action, text })),
    }),
    uncertain: (orderId: string, action: Message): Outcome => ({
      end: 'failed',
      outcome: 'unknown',
      ...reported(orderId, 'uncertain', message('command.outcomeUnknown', { action })),
    }),
  };
}
