import { message, type Text } from '../../../contract/message.ts';
import type { Job } from './queue.ts';

/** Printouts: `seen` by staff, `reported` by the print system. */
export type Progress =
  | { state: 'failed' | 'stuck'; text: Text }
  | { state: 'given-up'; text: Text }
  | { state: 'none' | 'not-needed' | 'waiting' | 'working' | 'sent' | 'seen' | 'reported' | 'confirmed' };

/** `hint`: where staff can act. */
export interface Failure {
  jobId: number;
  kind: string;
  text: Text;
  hint: 'button' | 'diagnostics' | 'reprint' | 'none';
}

const WITHOUT_PRINTER = { isOut: () => false, blockedBy: ({ error }: Job) => error };

/** The worst job decides, so that staff see a stuck one. `isOut`: whether a sent printout was confirmed later. */
export function progressOf(
  jobs: readonly Job[],
  { isOut, blockedBy }: { isOut: (job: Job) => boolean; blockedBy: (job: Job) => Text | null } = WITHOUT_PRINTER,
): Progress {
  if (jobs.length === 0) return { state: 'none' };
  const failed = jobs.find(({ state }) => state === 'failed');
  if (failed) return { state: 'failed', text: failed.error ?? message('job.failed') };
  const stuck = jobs.filter(({ state }) => state === 'waiting' || state === 'leased').flatMap((job) => blockedBy(job) ?? []);
  if (stuck[0] !== undefined) return { state: 'stuck', text: stuck[0] };
  if (jobs.some(({ state }) => state === 'leased')) return { state: 'working' };
  const givenUp = jobs.find(({ state }) => state === 'given-up');
  if (givenUp) return { state: 'given-up', text: givenUp.error ?? message('job.givenUpSentence') };
  if (jobs.some(({ state }) => state === 'waiting')) return { state: 'waiting' };
  if (jobs.every(({ outcome }) => outcome === 'not-needed')) return { state: 'not-needed' };
  const unconfirmed = jobs.filter(({ outcome }) => outcome === 'sent');
  if (unconfirmed.length === 0) return { state: jobs.some(({ outcome }) => outcome === 'reported') ? 'reported' : 'confirmed' };
  return { state: unconfirmed.every(isOut) ? 'seen' : 'sent' };
}

/** Failed jobs of this kind, oldest first. */
export function failuresOf(jobs: readonly Job[], kind: string, hintOf: (job: Job) => Failure['hint'] = () => 'diagnostics'): Failure[] {
  return jobs.flatMap((job) =>
    job.kind === kind && job.state === 'failed' && job.error ? [{ jobId: job.id, kind, text: job.error, hint: hintOf(job) }] : [],
  );
}
