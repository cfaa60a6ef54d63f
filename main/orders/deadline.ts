import type { Stage } from './stage.ts';

export interface Deadline {
  /** ISO UTC. */
  at: string;
  of: 'accept' | 'confirm';
  totalSeconds: number;
  /** The venue's limit is unknown; the service may wait longer than this usual one. */
  about: boolean;
}

export interface DeadlineRules {
  acceptWithinSeconds: number;
  confirmWithinSeconds: number;
  acceptIsAbout: boolean;
}

/** From merchant guides for instant orders; section 8 leaves it open. */
const USUAL_ACCEPT_SECONDS = 180;

/** `reportedSeconds`: the service's limit for this venue; overrides the setting. */
export function deadlineRules(
  venue: { accept_within_seconds: number; confirm_within_seconds: number },
  reportedSeconds: number | null,
): DeadlineRules {
  return {
    acceptWithinSeconds: reportedSeconds ?? venue.accept_within_seconds,
    confirmWithinSeconds: venue.confirm_within_seconds,
    acceptIsAbout: reportedSeconds === null && venue.accept_within_seconds === USUAL_ACCEPT_SECONDS,
  };
}

/** When the service rejects the order, on its clock; null once answered. `placedAt`: epoch ms. */
export function deadlineOf(stage: Stage, rules: DeadlineRules, placedAt: number): Deadline | null {
  if (stage !== 'awaiting-acceptance' && stage !== 'awaiting-confirmation') return null;
  return answerOf(stage === 'awaiting-acceptance' ? 'accept' : 'confirm', rules, placedAt);
}

/** The deadline even of an answered or ended order. */
export function answerBy(isPreorder: boolean, rules: DeadlineRules, placedAt: number): Deadline {
  return answerOf(isPreorder ? 'confirm' : 'accept', rules, placedAt);
}

function answerOf(of: 'accept' | 'confirm', rules: DeadlineRules, placedAt: number): Deadline {
  const accept = of === 'accept';
  const totalSeconds = accept ? rules.acceptWithinSeconds : rules.confirmWithinSeconds;
  return {
    at: new Date(placedAt + totalSeconds * 1000).toISOString(),
    of,
    totalSeconds,
    about: accept && rules.acceptIsAbout,
  };
}
