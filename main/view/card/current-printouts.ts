/** The printouts of an order that are still worth showing: a failed one that was reprinted is shown as the new one. Pure. */
import { PRINT } from '../../printing/print-payload.ts';
import type { Job } from '../../store/queue/queue.ts';

/** The jobs of an order, oldest first, without printouts replaced by a reprint. */
export function currentPrintouts(jobs: readonly Job[]): Job[] {
  const read = jobs.map((job) => PRINT.read(job));
  return jobs.filter((job, at) => {
    const paper = read[at];
    if (!paper || job.state !== 'failed') return true;
    return !read.some((other, later) => {
      const isAgain = later > at && other?.again !== undefined && jobs[later]?.state !== 'failed';
      return isAgain && other.document === paper.document && other.part === paper.part;
    });
  });
}
