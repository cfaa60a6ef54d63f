/** A job's progress beside its state, as values that programs compare. Each is a column. */

/** What is being found out about an unfinished job whose request was refused. `checking-lost`: an answer was lost before the refusal. */
const PHASES = ['checking', 'checking-lost'] as const;
export type JobPhase = (typeof PHASES)[number];

/** How a job ended, where its state does not say all. A done job without one did what it was for. */
const OUTCOMES = [
  // Requests to the service: worked despite a lost answer; already done by others; no longer known; may have worked or not.
  'confirmed-by-read',
  'already-so',
  'overtaken',
  'unknown',
  // Documents; `reported`: printed, says the print system.
  'confirmed',
  'sent',
  'reported',
  'moved',
  'not-needed',
  'printer-removed',
  // Orders that ended before their handoff, and monthly files that are turned off.
  'not-sent',
  'not-wanted',
] as const;
export type JobOutcome = (typeof OUTCOMES)[number];

/** What a waiting job waits for: a service that was not heard, a pause that it asked for, or access; null for a time of its own. */
const WAITS_FOR = ['contact', 'asked', 'access'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number] | null;

/** Each of these is null for what no version writes: a damaged row. */
export const phaseOf = (stored: string | null): JobPhase | null => PHASES.find((one) => one === stored) ?? null;
export const outcomeOf = (stored: string | null): JobOutcome | null => OUTCOMES.find((one) => one === stored) ?? null;
export const waitsForOf = (stored: string | null): WaitsFor => WAITS_FOR.find((one) => one === stored) ?? null;
