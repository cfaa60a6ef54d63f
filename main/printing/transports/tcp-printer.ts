/** Sends one job to a network printer and finds out its result. "Sent" is never called "printed". */
import { randomInt } from 'node:crypto';
import type { Text } from '../../../contract/message.ts';
import { systemTime } from '../../time/system-time.ts';
import type { Time } from '../../time/time.ts';
import { type Connection, type Loss, openConnection, type Target } from './printer-connection.ts';
import { type StatusBytes, type Trouble, type TroubleCode, troubleIn, warningsIn } from './printer-status.ts';
import { MUTE, midway, STALLED, troubleOf, UNPROVEN } from './printer-trouble.ts';

/** What one printer was found able to do. The caller keeps one object for each address; empty at first, filled here. */
export interface PrinterAbilities {
  /** Answers DLE EOT. */
  status?: boolean;
  /** Answers GS ( H once everything before it is on paper. */
  processId?: boolean;
  jobsSinceLastProbe?: number;
  /** When it last answered a question, ms on the monotonic clock. */
  answeredAt?: number;
  /** How often in a row it answered nothing and yet hung up in good order. */
  silences?: number;
  /** Papers in a row of which it did not say that they are printed, although it answered every other question. */
  unproven?: number;
}

export interface PrintOptions {
  /** As it passes on this computer, where not given. */
  time?: Time;
  abilities?: PrinterAbilities;
  /** Star printers in their own mode know none of the questions asked here and are not asked. */
  family?: 'epson' | 'star';
  connectTimeoutMs?: number;
  /** For one status answer. */
  replyTimeoutMs?: number;
  /** Without a byte taken by the printer. */
  stallTimeoutMs?: number;
  /** For the proof that everything is on paper; also how long staff have to put paper in before the job is given up. */
  confirmTimeoutMs?: number;
  /** Between two looks at the status while the proof is awaited. */
  pollMs?: number;
  /** How long a printer that gives no proof is watched for trouble after the last byte. */
  settleMs?: number;
  /** For the printer to hang up after we did. */
  closeTimeoutMs?: number;
  /** How a printer that answers no questions says it is by another way; null where it does not say. Asked before a paper and after it. */
  otherStatus?: () => Promise<{ trouble: Trouble | null; warnings: Text[] } | null>;
  /** Called when trouble is seen while the job is under way, long before the job is given up; null when it is over. */
  onTrouble?: (trouble: Trouble | null) => void;
}

export type PrintResult =
  /** The printer itself said that everything is on paper. */
  | { outcome: 'confirmed'; warnings: Text[] }
  /** The computer's print system said so, as far as it knows. */
  | { outcome: 'reported'; warnings: Text[] }
  /** All bytes were taken; nothing proves that they were printed. */
  | { outcome: 'sent'; warnings: Text[] }
  /** `nothingPrinted` is false from the first byte on: then some of it may be on paper. */
  | { outcome: 'failed'; nothingPrinted: boolean; code: TroubleCode; says: Text; remedy?: Text };

export interface PrinterStatus {
  /** What keeps it from printing; null when nothing is known to. */
  trouble: Trouble | null;
  warnings: Text[];
  /** False for a printer that takes jobs but answers no questions. */
  answers: boolean;
}

/** The limits of one job in time, ms. */
export type PrintTimes = Omit<PrintOptions, 'time' | 'onTrouble' | 'otherStatus' | 'abilities' | 'family'>;
type Limits = Required<PrintTimes> & { time: Time };

const USUAL: Required<PrintTimes> = {
  connectTimeoutMs: 3_000,
  replyTimeoutMs: 1_000,
  stallTimeoutMs: 10_000,
  confirmTimeoutMs: 15_000,
  pollMs: 700,
  settleMs: 2_000,
  closeTimeoutMs: 1_000,
};

/** A printer that answered is not taken for one that cannot, until it has been silent for so long: it may only be stuck. */
const REMEMBERED_MS = 120_000;
/** So many silences in a row, and the printer is taken for one that answers no questions: the first one may be a bad moment. */
const SILENCES_MOST = 3;
/** So many papers in a row without their proof, and the printer is taken for one that gives none. */
const UNPROVEN_MOST = 2;
/** A printer that gave no answers is asked again after so many jobs: it may have been exchanged. */
const JOBS_BETWEEN_PROBES = 50;

/**
 * Prints one job. Never rejects; when it resolves the socket is closed, whatever happened. Aborting the signal ends the
 * attempt at once. One call at a time for each printer: most take only one connection.
 */
export async function printOverTcp(target: Target, bytes: Buffer, options: PrintOptions = {}, signal?: AbortSignal): Promise<PrintResult> {
  const limits = { ...USUAL, ...given(options), time: options.time ?? systemTime };
  const abilities = abilitiesIn(options);
  forgetNowAndThen(abilities);
  const connection = await openConnection(target, limits.connectTimeoutMs, limits.time, signal);
  if ('code' in connection) return failed(connection, true);

  let result: PrintResult;
  try {
    result = await transmit(connection, bytes, abilities, limits, options);
  } finally {
    await connection.destroy();
  }
  if (result.outcome !== 'failed' || result.code !== 'stalled' || signal?.aborted) return result;
  // The question could not get past the bytes that were stuck: now that they are gone, it can.
  const why = await printerStatus(target, { ...options, abilities }, signal);
  return why.trouble && why.answers ? failed(midway(why.trouble), false) : result;
}

/** Asks how the printer is, without printing. Never rejects. */
export async function printerStatus(target: Target, options: PrintOptions = {}, signal?: AbortSignal): Promise<PrinterStatus> {
  const limits = { ...USUAL, ...given(options), time: options.time ?? systemTime };
  const abilities = abilitiesIn(options);
  const connection = await openConnection(target, limits.connectTimeoutMs, limits.time, signal);
  if ('code' in connection) return { trouble: connection, warnings: [], answers: false };
  try {
    const before = await look(connection, abilities, limits);
    const hungUp = await connection.end(limits.closeTimeoutMs);
    if (before.kind === 'silent' && hungUp) countSilence(abilities);
    if (before.kind === 'lost') return { trouble: troubleOf(before.loss), warnings: [], answers: false };
    if (before.kind === 'mute') return { trouble: MUTE, warnings: [], answers: false };
    if (before.kind === 'silent') return { trouble: null, warnings: [], answers: false };
    return { trouble: troubleIn(before.status), warnings: warningsIn(before.status), answers: true };
  } finally {
    await connection.destroy();
  }
}

type Look =
  | { kind: 'answered'; status: StatusBytes }
  /** It answers no questions, as far as is known. */
  | { kind: 'silent' }
  /** It answered before and does not now. */
  | { kind: 'mute' }
  | { kind: 'lost'; loss: Loss };

async function look(connection: Connection, abilities: PrinterAbilities, limits: Limits): Promise<Look> {
  if (abilities.status === false) return { kind: 'silent' };
  const status = await connection.status(limits.replyTimeoutMs);
  if (connection.lost) return { kind: 'lost', loss: connection.lost };
  if (status) {
    abilities.status = true;
    abilities.answeredAt = limits.time.monotonic();
    abilities.silences = 0;
    return { kind: 'answered', status };
  }
  const answeredLately = limits.time.monotonic() - (abilities.answeredAt ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
  // Never `true`, or found out meanwhile by another look that it answers nothing.
  if (abilities.status !== true && !answeredLately) return { kind: 'silent' };
  // Once: the next attempt finds out afresh whether this is still the same printer.
  delete abilities.status;
  return { kind: 'mute' };
}

async function transmit(
  connection: Connection,
  bytes: Buffer,
  abilities: PrinterAbilities,
  limits: Limits,
  { onTrouble, otherStatus }: PrintOptions,
): Promise<PrintResult> {
  const before = await look(connection, abilities, limits);
  if (before.kind === 'lost') return failed(troubleOf(before.loss), true);
  if (before.kind === 'mute') return failed(MUTE, true);
  const trouble = before.kind === 'answered' ? troubleIn(before.status) : ((await otherStatus?.())?.trouble ?? null);
  if (trouble) return failed(trouble, true);

  const sent = await connection.send(bytes, limits.stallTimeoutMs);
  if (sent === 'stalled') return failed(STALLED, false);
  if (sent !== 'sent') return failed(troubleOf(sent), false);

  if (before.kind === 'silent') return besides(await finishUnwatched(connection, abilities, limits), otherStatus);
  const warnings = warningsIn(before.status);
  if (abilities.processId === false) return watch(connection, warnings, limits);
  return awaitProof(connection, abilities, warnings, limits, onTrouble);
}

/** A paper that was sent, and what the printer says of itself by another way. */
async function besides(result: PrintResult, otherStatus: PrintOptions['otherStatus']): Promise<PrintResult> {
  const other = result.outcome === 'sent' ? await otherStatus?.() : null;
  if (!other) return result;
  return other.trouble ? failed(midway(other.trouble), false) : { outcome: 'sent', warnings: other.warnings };
}

/** A printer that answers nothing: only a broken connection can tell that something went wrong. */
async function finishUnwatched(connection: Connection, abilities: PrinterAbilities, limits: Limits): Promise<PrintResult> {
  // Before we hang up, since some printers answer a goodbye with a reset.
  if (await connection.lossWithin(Math.min(500, limits.settleMs))) return failed(troubleOf(connection.lost ?? 'closed'), false);
  const hungUp = await connection.end(limits.closeTimeoutMs);
  // A printer that hangs up in good order is there and has read everything: it answers no questions. One that does not may only be stuck.
  if (hungUp) countSilence(abilities);
  // One that has answered before and now neither answers nor hangs up is stuck: what it took may never be printed.
  else if (abilities.answeredAt !== undefined) return failed(midway(MUTE), false);
  return { outcome: 'sent', warnings: [] };
}

function countSilence(abilities: PrinterAbilities): void {
  abilities.silences = (abilities.silences ?? 0) + 1;
  if (abilities.silences >= SILENCES_MOST) abilities.status = false;
}

/** A printer with status but without proof: trouble in the seconds after the last byte is trouble with this ticket. */
async function watch(connection: Connection, warnings: Text[], limits: Limits): Promise<PrintResult> {
  for (let waited = 0; waited < limits.settleMs; waited += limits.pollMs) {
    if (await connection.lossWithin(Math.min(limits.pollMs, limits.settleMs))) return failed(troubleOf(connection.lost ?? 'closed'), false);
    const status = await connection.status(limits.replyTimeoutMs);
    const trouble = status ? troubleIn(status) : connection.lost ? troubleOf(connection.lost) : MUTE;
    if (trouble) return failed(midway(trouble), false);
  }
  await connection.end(limits.closeTimeoutMs);
  return { outcome: 'sent', warnings };
}

/** Asks to be told when everything is on paper, and looks at the status while waiting. */
async function awaitProof(
  connection: Connection,
  abilities: PrinterAbilities,
  warnings: Text[],
  limits: Limits,
  onTrouble?: (trouble: Trouble | null) => void,
): Promise<PrintResult> {
  const id = Array.from({ length: 4 }, () => String.fromCharCode(randomInt(0x30, 0x7b))).join('');
  connection.lookFor(id);
  const asked = await connection.send(processIdRequest(id), limits.stallTimeoutMs);
  if (asked === 'stalled') return failed(STALLED, false);
  if (asked !== 'sent') return failed(troubleOf(asked), false);

  let trouble = null as Trouble | null;
  for (const started = limits.time.monotonic(); limits.time.monotonic() - started < limits.confirmTimeoutMs; ) {
    if (await connection.proofWithin(limits.pollMs)) {
      abilities.processId = true;
      abilities.unproven = 0;
      if (trouble) onTrouble?.(null);
      await connection.end(limits.closeTimeoutMs);
      return { outcome: 'confirmed', warnings };
    }
    const status = connection.lost ? null : await connection.status(limits.replyTimeoutMs);
    if (connection.lost) return failed(troubleOf(connection.lost), false);
    const now = status ? troubleIn(status) : MUTE;
    if (now?.code !== trouble?.code) onTrouble?.(now);
    trouble = now;
  }
  if (trouble) return failed(midway(trouble), false);
  abilities.unproven = (abilities.unproven ?? 0) + 1;
  // It answered every question but this one: after the second time it does not know it, or is another printer now.
  if (abilities.unproven >= UNPROVEN_MOST) abilities.processId = false;
  else if (abilities.processId) return failed(UNPROVEN, false);
  await connection.end(limits.closeTimeoutMs);
  return { outcome: 'sent', warnings };
}

/** GS ( H, function 48: answered with the four bytes when everything before it has been printed. */
function processIdRequest(id: string): Buffer {
  return Buffer.concat([Buffer.from([0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30]), Buffer.from(id, 'latin1')]);
}

function failed(trouble: Trouble, nothingPrinted: boolean): PrintResult {
  return { outcome: 'failed', nothingPrinted, ...trouble };
}

function abilitiesIn(options: PrintOptions): PrinterAbilities {
  if (options.family === 'star') return { status: false, processId: false };
  return options.abilities ?? {};
}

function forgetNowAndThen(abilities: PrinterAbilities): void {
  abilities.jobsSinceLastProbe = (abilities.jobsSinceLastProbe ?? 0) + 1;
  if (abilities.jobsSinceLastProbe <= JOBS_BETWEEN_PROBES) return;
  abilities.jobsSinceLastProbe = 0;
  if (abilities.status === false) delete abilities.status;
  if (abilities.processId === false) delete abilities.processId;
}

/** The options that were really given: an undefined one must not hide the usual limit. */
function given(options: PrintOptions): PrintTimes {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in USUAL && value !== undefined)) as PrintTimes;
}
