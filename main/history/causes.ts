/** Why an order was missed, lost or late, with the evidence. */

import type { Cause, RejectionCause } from '../../contract/contract.ts';
import { joinSentences, type MomentAt, message } from '../../contract/message.ts';
import { ACCEPTING_ACTIONS } from '../orders/commands.ts';
import { EARLY_MS } from '../orders/rejection-cause.ts';
import { commandOf, isOurRejection } from '../outbox/commands.ts';
import type { Job } from '../store/queue/queue.ts';
import type { Outage } from '../store/rows/outages.ts';
import type { PastOrder } from '../store/search/history.ts';

export interface Evidence {
  past: PastOrder;
  jobs: Job[];
  /** Outages between placing and end. */
  outages: Outage[];
  /** Service clock minus this computer's, ms; job times use this computer's. */
  aheadMs: number;
  /** Epoch ms of staff's first tap or command; null if none. */
  touchedAt: number | null;
  /** The service's deadline for an answer, epoch ms. */
  answerBy: number;
  /** When it was rejected, epoch ms, as far as known. */
  rejectedAt: number;
  /** The venue's time limit is unknown: `answerBy` is an estimate and proves nothing. */
  answerIsAbout: boolean;
  /** Printers that received its ticket without confirming it. */
  unverified: readonly string[];
  /** Orders in preparation when this one was accepted. */
  alongside: number;
}

/** A notification this long after its order counts as delayed. */
const CAME_LATE_MS = 45_000;
/** Couriers round pickup times too, so a smaller delay isn't late. */
const LATE_FROM_MS = 60_000;
const MANY_ALONGSIDE = 6;
const ANSWERS = [...ACCEPTING_ACTIONS, 'reject'] as const;

export interface Mishap {
  what: 'missed' | 'rejected' | 'late';
  causes: Cause[];
}

/** `rejected`: by the service or customer, before staff answered. Null if nothing went wrong. */
export function mishapOf(past: PastOrder, cause: RejectionCause | null, wasAnswered: () => boolean): Mishap['what'] | null {
  if (cause === 'missed') return 'missed';
  if (cause === 'others' || (cause === 'cancelled' && !wasAnswered())) return 'rejected';
  if (cause !== null) return null;
  return past.dueAt !== null && past.readyAt !== null && past.readyAt - past.dueAt >= LATE_FROM_MS ? 'late' : null;
}

/** The code of a rejection by this venue; null if the order was rejected elsewhere. */
export function rejectedHere(jobs: readonly Job[]): string | null {
  const job = jobs.find(isOurRejection);
  if (!job) return null;
  const command = commandOf(job);
  return command?.action === 'reject' ? command.code : 'GENERIC';
}

/** Likeliest first; never empty. */
export function causesOf(what: Mishap['what'], evidence: Evidence): Cause[] {
  const causes = what === 'late' ? causesOfLateness(evidence) : causesOfLoss(what, evidence);
  return causes.length > 0 ? causes : [{ cause: 'unknown', text: message('cause.noRecord'), sure: false }];
}

function causesOfLoss(
  what: 'missed' | 'rejected',
  { past, jobs, outages, touchedAt, answerBy, rejectedAt: end, answerIsAbout, aheadMs }: Evidence,
): Cause[] {
  if (what === 'rejected' && end < answerBy - EARLY_MS)
    return [
      {
        cause: 'others',
        text: message('cause.endedEarly', { time: clock(end) }),
        sure: !answerIsAbout,
      },
    ];
  const causes = outages.filter(({ kind }) => kind !== 'printer').map((outage) => causeOf(outage));
  const answer = jobs.find((job) => ANSWERS.some((action) => action === commandOf(job)?.action));
  if (answer && answer.createdAt + aheadMs < end) {
    const time = clock(answer.createdAt + aheadMs);
    const isReject = commandOf(answer)?.action === 'reject';
    const given = isReject ? message('cause.rejectNotSent', { time }) : message('cause.acceptNotSent', { time });
    causes.unshift({ cause: 'answer-stuck', text: joinSentences(given, answer.error ?? ''), sure: true });
  }
  const waited = past.noticedAt - past.placedAt;
  if (waited > CAME_LATE_MS)
    causes.push({
      cause: 'came-late',
      text: message('cause.learnedLate', { minutes: minutes(waited), time: clock(past.noticedAt) }),
      sure: true,
    });
  if (answer) return causes;
  causes.push(
    touchedAt === null
      ? {
          cause: 'nobody',
          text: message('cause.notTapped', { time: clock(end) }),
          sure: causes.length === 0 && !answerIsAbout,
        }
      : {
          cause: 'not-answered',
          text: message('cause.viewedNotAnswered', { time: clock(touchedAt) }),
          sure: causes.length === 0 && !answerIsAbout,
        },
  );
  return causes;
}

function causesOfLateness({ past, outages, unverified, alongside }: Evidence): Cause[] {
  const { acceptedAt, readyAt, dueAt, placedAt } = past;
  const causes = outages.filter(({ kind }) => kind === 'printer' || kind === 'off' || kind === 'service').map((outage) => causeOf(outage));
  const printers = unverified.join(', ');
  if (unverified.length > 0)
    causes.push({
      cause: 'ticket-unconfirmed',
      text: message('cause.ticketUnconfirmed', { printers }),
      sure: false,
    });
  if (acceptedAt !== null && acceptedAt - placedAt > 120_000 && !past.isPreorder)
    causes.push({
      cause: 'accepted-late',
      text: message('cause.acceptedLate', { minutes: minutes(acceptedAt - placedAt) }),
      sure: true,
    });
  if (alongside >= MANY_ALONGSIDE)
    causes.push({ cause: 'rush', text: message('cause.ordersInPreparation', { alongside }), sure: causes.length === 0 });
  if (acceptedAt !== null && readyAt !== null && dueAt !== null)
    causes.push({
      cause: 'took-longer',
      text: message('cause.preparationTime', {
        took: minutes(readyAt - acceptedAt),
        planned: Math.max(0, minutes(dueAt - acceptedAt)),
      }),
      sure: causes.length === 0,
    });
  return causes;
}

/** Shows only the time. `at`: epoch ms of the service's clock. */
function clock(at: number): MomentAt {
  return { at: new Date(at).toISOString(), clockAlone: true };
}

function causeOf({ kind, subject, text, from, until }: Outage): Cause {
  const span =
    until === null ? message('cause.since', { from: clock(from) }) : message('cause.fromUntil', { from: clock(from), until: clock(until) });
  switch (kind) {
    case 'off':
      return { cause: kind, text: message('cause.notRunning', { span }), sure: true };
    case 'service':
      return { cause: kind, text: message('cause.serviceUnreachable', { span, text }), sure: true };
    case 'receiver':
      return { cause: kind, text: message('cause.noWebhooks', { span, text }), sure: true };
    case 'printer':
      return { cause: kind, text: message('cause.printerDown', { subject, span, text }), sure: true };
    case 'unwatched':
      return { cause: kind, text: message('cause.noScreenOpen', { span }), sure: true };
    case 'silent':
      return { cause: kind, text: message('cause.alarmPaused', { span }), sure: false };
  }
}

const minutes = (ms: number): number => Math.round(ms / 60_000);
