import type { Text } from '../../contract/message.ts';
import { allowedActions, type Command, type StaffAction, type VenueMode } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import { isOpen } from '../orders/stage.ts';
import type { WaitsFor } from '../store/queue/job-progress.ts';
import { type Failure, failuresOf } from '../store/queue/job-status.ts';
import type { Job } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import { COMMAND } from './command-payload.ts';
import { commandOf, EFFECT_WAIT_MS, isBeingChecked, isOvertaken, isTaken, isUndoable, undoUntil } from './commands.ts';
import { asPromised } from './promised-time.ts';
import { revisionOf } from './revision.ts';

export interface CommandStatus {
  /** A staff command not yet sent, or accepted without visible effect yet. */
  pending: PendingCommand | null;
  /** Staff's actions; disabled while a command is pending. */
  allowed: StaffAction[];
  /** Allowed actions that the service accepted without effect. */
  withoutEffect: StaffAction[];
  /** The order with the time its accept promised. */
  promised: Order;
  revision: string;
  isHandOffReported: boolean;
  failures: Failure[];
}

export interface PendingCommand {
  action: StaffAction;
  /** Epoch ms. */
  since: number;
  /** Epoch ms; null if it can't be undone. */
  undoUntil: number | null;
  /** The command's refusal and the readings contradict each other. */
  isChecked: boolean;
  error: Text | null;
  waitsFor: WaitsFor;
}

/** `jobs`: of this order, oldest first. `now`: epoch ms. `monotonic`: the queue's clock, epoch ms. */
export function commandStatus(
  row: OrderRow,
  jobs: readonly Job[],
  { now, monotonic, ...mode }: VenueMode & { now: number; monotonic: number },
): CommandStatus {
  const { order, stage, readAt } = row;
  const allowed = allowedActions(order, stage, mode);
  const given = jobs.flatMap((job) => {
    const command = commandOf(job);
    return command ? [{ job, command }] : [];
  });
  const lastOf = (action: Command['action']) => given.findLast(({ command }) => command.action === action);

  function pendingOf({ job, command }: (typeof given)[number]): PendingCommand | null {
    if (command.action === 'sent-to-pos') return null;
    const pending = { action: command.action, since: job.createdAt, undoUntil: null, isChecked: false, error: null, waitsFor: null };
    if (job.state === 'waiting' || job.state === 'leased') {
      if (isBeingChecked(job)) return { ...pending, isChecked: true, error: job.error };
      const until = isUndoable(job, monotonic) ? undoUntil(job) : null;
      const error = job.state === 'waiting' ? job.error : null;
      return { ...pending, undoUntil: until === null ? null : now + until - monotonic, error, waitsFor: job.waitsFor };
    }
    // An ended order will never show the effect.
    // The absolute difference: a clock set back must not hide the buttons.
    const isRecent = Math.abs(now - (job.finishedAt ?? 0)) < EFFECT_WAIT_MS;
    return isOpen(stage) && isRecent && isTaken(job, order, command) ? pending : null;
  }

  function isWithoutEffect(action: StaffAction): boolean {
    const last = lastOf(action);
    return last !== undefined && isTaken(last.job, order, last.command);
  }

  /** Ended orders accept no steps (section 3.1). */
  function hintOf(job: Job): Failure['hint'] {
    const action = commandOf(job)?.action;
    if (action === undefined) return 'diagnostics';
    if (!isOpen(stage)) return 'none';
    return allowed.some((name) => name === action) ? 'button' : 'diagnostics';
  }

  const pending = given.map(pendingOf).find((one) => one !== null) ?? null;
  return {
    pending,
    allowed,
    withoutEffect: pending ? [] : allowed.filter(isWithoutEffect),
    promised: asPromised(order, readAt, jobs),
    revision: revisionOf(row, jobs),
    isHandOffReported: lastOf('sent-to-pos')?.job.state === 'done',
    failures: failuresOf(
      jobs.filter((job) => !isOvertaken(job, order, stage)),
      COMMAND.kind,
      hintOf,
    ),
  };
}
