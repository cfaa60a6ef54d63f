/** Failures that no other card part reports: of reads, and of job kinds from other versions. */
import { COMMAND } from '../../outbox/command-payload.ts';
import { OPERATION } from '../../outbox/operation-payload.ts';
import { PRINT } from '../../printing/print-payload.ts';
import { type Failure, failuresOf } from '../../store/queue/job-status.ts';
import type { Job } from '../../store/queue/queue.ts';
import { TILL } from '../../till/hand-off.ts';

const REPORTED: ReadonlySet<string> = new Set([PRINT.kind, TILL.kind, COMMAND.kind, OPERATION.kind]);

/** `jobs`: one order's, oldest first. */
export function otherFailures(jobs: readonly Job[]): Failure[] {
  return jobs.flatMap((job) => (REPORTED.has(job.kind) ? [] : failuresOf([job], job.kind)));
}
