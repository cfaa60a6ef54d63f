/** The check after a refused request. `checking-lost`: an earlier answer was lost. */
const PHASES = ['checking', 'checking-lost'] as const;
export type JobPhase = (typeof PHASES)[number];

/** How a job ended, if its state doesn't say. */
const OUTCOMES = [
  // Requests: succeeded despite a lost answer; done by others; no longer relevant; unknown.
  'confirmed-by-read',
  'already-so',
  'overtaken',
  'unknown',
  // Printouts. `reported`: by the print system.
  'confirmed',
  'sent',
  'reported',
  'moved',
  'not-needed',
  'printer-removed',
  // `not-sent`: the order ended before its handoff. `not-wanted`: monthly files turned off.
  'not-sent',
  'not-wanted',
] as const;
export type JobOutcome = (typeof OUTCOMES)[number];

/** What a waiting job waits for: contact with the service, a pause the service asked for, or access; null for its retry time. */
const WAITS_FOR = ['contact', 'asked', 'access'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number] | null;

/** Null for unknown values. */
export const phaseOf = (stored: string | null): JobPhase | null => PHASES.find((one) => one === stored) ?? null;
export const outcomeOf = (stored: string | null): JobOutcome | null => OUTCOMES.find((one) => one === stored) ?? null;
export const waitsForOf = (stored: string | null): WaitsFor => WAITS_FOR.find((one) => one === stored) ?? null;
