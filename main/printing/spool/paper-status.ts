import { isSame, message, type Text } from '../../../contract/message.ts';
import type { PrintedDocument } from '../../../contract/printed-documents.ts';
import { type Failure, failuresOf, type Progress, progressOf } from '../../store/queue/job-status.ts';
import type { Job } from '../../store/queue/queue.ts';
import { type LedgerEntry, printEvidenceOf } from '../../store/rows/print-ledger.ts';
import { PRINT, type PrintPayload } from '../print-payload.ts';
import type { Printer } from '../transports/printer.ts';
import { printerLane } from './plan.ts';

export interface PaperStatus {
  ticket: Progress;
  labels: Progress;
  stopTicket: Progress;
  tickets: 'automatically' | 'manually' | 'no-printer';
  failures: Failure[];
}

export interface PrinterFacts {
  printers: readonly Printer[];
  troubleOf: (printerId: string) => Text | null;
  ledger: () => readonly LedgerEntry[];
}

/** `paper`: null if the payload can't be read. */
interface Printout {
  job: Job;
  paper: PrintPayload | null;
}

/** `jobs`: of this order, oldest first. */
export function paperStatus(jobs: readonly Job[], { printers, troubleOf, ledger }: PrinterFacts): PaperStatus {
  const printouts = withoutReplaced(jobs.filter(({ kind }) => kind === PRINT.kind).map((job) => ({ job, paper: PRINT.read(job) })));
  let out: LedgerEntry[] | null = null;

  /** Whether a ledger entry confirms a printout that was only sent. */
  function isOut(job: Job): boolean {
    const paper = printouts.find((one) => one.job === job)?.paper;
    out ??= ledger().filter((entry) => ['confirmed', 'seen'].includes(printEvidenceOf(entry)));
    return out.some(
      ({ document, part, printerId }) => document === paper?.document && part === paper.part && printerId === paper.printerId,
    );
  }

  /** The printer's trouble, or the job's own error. The trouble also shows at printouts that wait behind a refused one. */
  function blockedBy({ lane: of, error }: Job): Text | null {
    const printer = printers.find(({ id }) => of === printerLane(id));
    const trouble = printer ? troubleOf(printer.id) : null;
    // `error` already names the printer.
    return printer && trouble ? message('printer.message', { printer: printer.name, text: trouble }) : error;
  }

  function progress(document: PrintedDocument): Progress {
    const those = printouts.filter(({ paper }) => paper?.document === document).map(({ job }) => job);
    return progressOf(those, { isOut, blockedBy });
  }

  const takeTickets = printers.filter(({ documents }) => documents.includes('kitchen-ticket'));
  const isManual = takeTickets.every(({ print_on }) => print_on === 'by-hand');
  const failures = failuresOf(
    printouts.map(({ job }) => job),
    PRINT.kind,
    // The printer was removed, so a retry can't help.
    ({ outcome }) => (outcome === 'printer-removed' ? 'reprint' : 'diagnostics'),
  );
  return {
    ticket: progress('kitchen-ticket'),
    labels: progress('participant-label'),
    stopTicket: progress('stop-slip'),
    tickets: takeTickets.length === 0 ? 'no-printer' : isManual ? 'manually' : 'automatically',
    failures: failures.filter(isFirstOfEqual),
  };
}

function withoutReplaced(printouts: readonly Printout[]): Printout[] {
  return printouts.filter(({ job, paper }, at) => {
    if (!paper || job.state !== 'failed') return true;
    return !printouts
      .slice(at + 1)
      .some((later) => later.paper?.again !== undefined && later.job.state !== 'failed' && isSamePaper(later.paper, paper));
  });
}

function isSamePaper(one: PrintPayload, other: PrintPayload): boolean {
  return one.document === other.document && one.part === other.part;
}

/** Equal errors are shown once, to keep space for buttons. */
function isFirstOfEqual(one: Failure, at: number, all: readonly Failure[]): boolean {
  return all.findIndex(({ text, hint }) => hint === one.hint && isSame(text, one.text)) === at;
}
