/** A kind of job and its payload's schema: typed when written, parsed when read. */
import * as v from 'valibot';
import type { Job, NewJob } from './queue.ts';

export interface JobKind<Payload> {
  readonly kind: string;
  /** A row of this kind for the queue. */
  row(job: Omit<NewJob, 'kind' | 'payload'> & { payload: Payload }): NewJob;
  /** What a job of this kind carries; null for a job of another kind, and where it cannot be read. */
  read(job: Pick<Job, 'kind' | 'payload'>): Payload | null;
}

/** Each kind is declared once, by the module that runs it; others read its jobs through that module. */
export function jobKind<Payload>(kind: string, schema: v.GenericSchema<unknown, Payload>): JobKind<Payload> {
  return {
    kind,
    row: (job) => ({ ...job, kind }),
    read(job) {
      if (job.kind !== kind) return null;
      const parsed = v.safeParse(schema, job.payload);
      return parsed.success ? parsed.output : null;
    },
  };
}
