/** Payloads are typed when written and parsed when read. */
import * as v from 'valibot';
import type { Job, NewJob } from './queue.ts';

export interface JobKind<Payload> {
  readonly kind: string;
  row(job: Omit<NewJob, 'kind' | 'payload'> & { payload: Payload }): NewJob;
  /** Null for another kind or an unreadable payload. */
  read(job: Pick<Job, 'kind' | 'payload'>): Payload | null;
}

/** Declare each kind once, in the module that runs it; others read jobs through it. */
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
