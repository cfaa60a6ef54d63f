/**
 * One attempt at a service call. After a lost answer, an idempotent call is resent unless its effect shows; others are never resent
 * automatically.
 */
import { type Message, message, type Text } from '../../contract/message.ts';
import { asRetry, isTransient, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob } from '../store/queue/queue.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';

type Soon<T> = T | Promise<T>;
export type Retry = ReturnType<typeof asRetry>;

interface Sending<Value> {
  /** The outcome if nothing needs sending; null to send. */
  isShown?: () => Soon<Outcome | null>;
  send: () => Promise<Result<Value>>;
  onTaken: (value: Value) => Soon<Outcome>;
  /** `retry`: the next attempt after a temporary problem, otherwise null. */
  onProblem: (problem: ServiceProblem, retry: Retry | null) => Soon<Outcome>;
}

/** `onUncertain`: the outcome if an attempt's result is unknown and another might pay or order twice. */
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
  return command.onProblem(problem, isTransient(problem) ? asRetry(problem, backoffMs(job.attempts)) : null);
}

/** The retry after a failed reading, whose lost answer reveals nothing about the command. */
export const readAgain = (problem: ServiceProblem, usualMs: number) => ({ ...asRetry(problem, usualMs), outcome: undefined }) as const;

/** Outcomes of an order's command, with the activity entry. */
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
