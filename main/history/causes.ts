/** Why an order was lost or late: what was broken meanwhile, and what people did or did not do, with the evidence. */
import type { Cause } from '../../contract/contract.ts';
import { EARLY_MS } from '../orders/rejected-by.ts';
import { commandOf, isOurRejection } from '../outbox/commands.ts';
import type { Job } from '../store/queue/queue.ts';
import type { Spell } from '../store/rows/outages.ts';
import type { PastOrder } from '../store/search/history.ts';

export interface Evidence {
  past: PastOrder;
  jobs: Job[];
  /** Overlapping with the time in question. */
  spells: Spell[];
  /** The service's clock minus this computer's, ms: the times of jobs are this computer's. */
  aheadMs: number;
  /** Epoch ms; null when nobody here ever touched the order. */
  touchedAt: number | null;
  /** Epoch ms after which the service rejects by itself. */
  answerBy: number;
  /** Nobody said how long this venue has: the usual time is counted, and its end proves nothing. */
  answerIsAbout: boolean;
  /** Printers that took its ticket and never said that it is printed. */
  unproven: readonly string[];
  /** How many other orders were being prepared when this one was accepted. */
  alongside: number;
  /** "14:02" */
  clock: (at: number) => string;
}

/** Later than this after it was placed is not a notification that came at once. */
const CAME_LATE_MS = 45_000;
/** A minute beyond the pickup time is not late yet: couriers round too. */
const LATE_FROM_MS = 60_000;
const MANY_ALONGSIDE = 6;

/** How the order ended badly, or null. */
export function mishapOf(past: PastOrder, rejectedHere: boolean): 'rejected' | 'late' | null {
  if (past.stage === 'rejected') return rejectedHere || past.acceptedAt !== null ? null : 'rejected';
  return past.dueAt !== null && past.readyAt !== null && past.readyAt - past.dueAt >= LATE_FROM_MS ? 'late' : null;
}

/** The code of our own rejection, by the same rule as the card's "Rejected here"; null where somebody else rejected it. */
export function rejectedHere(jobs: readonly Job[]): string | null {
  const job = jobs.find(isOurRejection);
  if (!job) return null;
  const command = commandOf(job);
  return command?.action === 'reject' ? command.code : 'GENERIC';
}

/** The likeliest first. Never empty: where nothing is known, that is said. */
export function causesOf(what: 'rejected' | 'late', evidence: Evidence): Cause[] {
  const causes = what === 'rejected' ? causesOfLoss(evidence) : causesOfLateness(evidence);
  return causes.length > 0 ? causes : [{ cause: 'unknown', says: 'Nothing here was broken, and nothing kept tells why.', sure: false }];
}

function causesOfLoss({ past, jobs, spells, touchedAt, answerBy, answerIsAbout, clock, aheadMs }: Evidence): Cause[] {
  const end = past.endedAt ?? answerBy;
  if (end < answerBy - EARLY_MS)
    return [
      {
        cause: 'others',
        says: `It ended at ${clock(end)}, before its time was over: the consumer, support or the service cancelled or rejected it.`,
        sure: !answerIsAbout,
      },
    ];
  const causes = spells.filter(({ kind }) => kind !== 'printer').map((spell) => causeOf(spell, clock));
  const accept = jobs.find((job) => ['accept', 'confirm'].includes(commandOf(job)?.action ?? ''));
  if (accept && accept.createdAt + aheadMs < end)
    causes.unshift({
      cause: 'answer-stuck',
      says: `It was accepted here at ${clock(accept.createdAt + aheadMs)}, but that did not reach the service in time.${accept.error ? ` ${accept.error}` : ''}`,
      sure: true,
    });
  const waited = past.noticedAt - past.placedAt;
  if (waited > CAME_LATE_MS)
    causes.push({
      cause: 'came-late',
      says: `News of it came ${minutes(waited)} min after it was placed, at ${clock(past.noticedAt)}.`,
      sure: true,
    });
  if (accept) return causes;
  causes.push(
    touchedAt === null
      ? { cause: 'nobody', says: `Nobody touched it at the counter until ${clock(end)}.`, sure: causes.length === 0 && !answerIsAbout }
      : {
          cause: 'not-answered',
          says: `It was looked at, at ${clock(touchedAt)}, but not answered.`,
          sure: causes.length === 0 && !answerIsAbout,
        },
  );
  return causes;
}

function causesOfLateness({ past, spells, unproven, alongside, clock }: Evidence): Cause[] {
  const { acceptedAt, readyAt, dueAt, placedAt } = past;
  const causes = spells
    .filter(({ kind }) => kind === 'printer' || kind === 'off' || kind === 'service')
    .map((spell) => causeOf(spell, clock));
  const printers = unproven.join(', ');
  if (unproven.length > 0)
    causes.push({
      cause: 'ticket-unconfirmed',
      says: `Its ticket was sent to ${printers}, not confirmed: nobody knows whether it was printed.`,
      sure: false,
    });
  if (acceptedAt !== null && acceptedAt - placedAt > 120_000 && !past.isPreorder)
    causes.push({ cause: 'accepted-late', says: `It was accepted ${minutes(acceptedAt - placedAt)} min after it was placed.`, sure: true });
  if (alongside >= MANY_ALONGSIDE)
    causes.push({ cause: 'rush', says: `${alongside} other orders were being prepared when it was accepted.`, sure: causes.length === 0 });
  if (acceptedAt !== null && readyAt !== null && dueAt !== null)
    causes.push({
      cause: 'took-longer',
      says: `It took ${minutes(readyAt - acceptedAt)} min to prepare and had ${Math.max(0, minutes(dueAt - acceptedAt))}.`,
      sure: causes.length === 0,
    });
  return causes;
}

function causeOf({ kind, subject, says, from, until }: Spell, clock: (at: number) => string): Cause {
  const span = until === null ? `since ${clock(from)}` : `from ${clock(from)} to ${clock(until)}`;
  switch (kind) {
    case 'off':
      return { cause: kind, says: `Tillbridge did not run ${span}.`, sure: true };
    case 'service':
      return { cause: kind, says: `The service could not be reached ${span}. ${says}`, sure: true };
    case 'receiver':
      return { cause: kind, says: `No notification could arrive ${span}. ${says}`, sure: true };
    case 'printer':
      return { cause: kind, says: `The printer ${subject} did not print ${span}. ${says}`, sure: true };
    case 'unwatched':
      return { cause: kind, says: `No screen showed the counter ${span}.`, sure: true };
    case 'silent':
      return { cause: kind, says: `The alarm was paused ${span}.`, sure: false };
  }
}

const minutes = (ms: number): number => Math.round(ms / 60_000);
