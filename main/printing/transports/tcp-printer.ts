/** "Sent" never means "printed". */
import { randomInt } from 'node:crypto';
import type { Text } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { type Connection, type Loss, openConnection, type Target } from './printer-connection.ts';
import { type StatusBytes, type Trouble, type TroubleCode, troubleIn, warningsIn } from './printer-status.ts';
import { inMidTicket, MUTE, STALLED, troubleOf, UNVERIFIED } from './printer-trouble.ts';

/** Known abilities of a printer: one object per address, kept by the caller and filled here. */
export interface PrinterAbilities {
  /** It answers status queries (DLE EOT). */
  status?: boolean;
  /** It answers GS ( H once everything before that is printed. */
  processId?: boolean;
  jobsSinceLastProbe?: number;
  /** Monotonic ms. */
  answeredAt?: number;
  /** Connections in a row without any answer, but properly closed. */
  silences?: number;
  /** Printouts in a row without confirmation despite other answers. */
  unverified?: number;
}

export interface PrintOptions {
  time?: Time;
  abilities?: PrinterAbilities;
  /** Star line mode has no status queries. */
  family?: 'epson' | 'star';
  /** Ends an interrupted printout. Never sent to a printer that can't print: it would fill its memory. */
  first?: Buffer;
  connectTimeoutMs?: number;
  /** For one status answer. */
  replyTimeoutMs?: number;
  /** Limit without progress. */
  stallTimeoutMs?: number;
  /** For the confirmation; staff can add paper meanwhile. */
  confirmTimeoutMs?: number;
  /** Pause between status queries while waiting for the confirmation. */
  pollMs?: number;
  /** How long a printer that can't confirm is watched for trouble after the last byte. */
  settleMs?: number;
  /** For the printer to close after us. */
  closeTimeoutMs?: number;
  /** Called when trouble appears during the job; null when it is over. */
  onTrouble?: (trouble: Trouble | null) => void;
}

export type PrintResult =
  /** Confirmed by the printer. */
  | { outcome: 'confirmed'; warnings: Text[] }
  /** Reported by the computer's print system. */
  | { outcome: 'reported'; warnings: Text[] }
  /** Accepted, but not confirmed. */
  | { outcome: 'sent'; warnings: Text[] }
  /** `nothingPrinted`: false once the first byte was sent. */
  | { outcome: 'failed'; nothingPrinted: boolean; code: TroubleCode; text: Text; hint?: Text };

export interface PrinterStatus {
  trouble: Trouble | null;
  warnings: Text[];
  /** False if the printer answers no status queries. */
  answers: boolean;
}

/** Ms. */
export type PrintTimes = Omit<PrintOptions, 'time' | 'onTrouble' | 'abilities' | 'family' | 'first'>;
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

/** A printer that answered within this time but is silent now counts as stuck, not as unable to answer. */
const REMEMBERED_MS = 120_000;
/** Silent connections in a row, before a printer counts as unable to answer. */
const SILENCES_MOST = 3;
/** Unconfirmed printouts in a row, before a printer counts as unable to confirm. */
const MAX_UNVERIFIED = 2;
/** After this many jobs, missing abilities are tested again: the printer may have been replaced. */
const JOBS_BETWEEN_PROBES = 50;

/**
 * Never rejects; the socket is closed when it resolves. The signal ends the attempt. One call at a time per printer: most accept only one
 * connection.
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
  // The status query was stuck behind unsent bytes, so a new connection asks.
  const why = await printerStatus(target, { ...options, abilities }, signal);
  return why.trouble && why.answers ? failed(inMidTicket(why.trouble), false) : result;
}

/** Never rejects. */
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
  /** The printer seems unable to answer. */
  | { kind: 'silent' }
  /** The printer answered before, but not now. */
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
  // A concurrent check may have found that the printer can't answer.
  if (abilities.status !== true && !answeredLately) return { kind: 'silent' };
  // Counts as mute only once: the next attempt tests whether it is still the same printer.
  delete abilities.status;
  return { kind: 'mute' };
}

/** The query may have become part of an interrupted printout: ends that printout, and asks again. */
async function lookThrough(connection: Connection, abilities: PrinterAbilities, limits: Limits, first: Buffer | undefined): Promise<Look> {
  const before = await look(connection, abilities, limits);
  if (before.kind !== 'mute' || !first) return before;
  if ((await connection.send(first, limits.stallTimeoutMs)) !== 'sent') return before;
  return look(connection, abilities, limits);
}

async function transmit(
  connection: Connection,
  bytes: Buffer,
  abilities: PrinterAbilities,
  limits: Limits,
  { onTrouble, first }: PrintOptions,
): Promise<PrintResult> {
  const before = await lookThrough(connection, abilities, limits, first);
  if (before.kind === 'lost') return failed(troubleOf(before.loss), true);
  if (before.kind === 'mute') return failed(MUTE, true);
  const trouble = before.kind === 'answered' ? troubleIn(before.status) : null;
  if (trouble) return failed(trouble, true);

  const sent = await connection.send(first ? Buffer.concat([first, bytes]) : bytes, limits.stallTimeoutMs);
  if (sent === 'stalled') return failed(STALLED, false);
  if (sent !== 'sent') return failed(troubleOf(sent), false);

  if (before.kind === 'silent') return finishUnwatched(connection, abilities, limits);
  const warnings = warningsIn(before.status);
  if (abilities.processId === false) return watch(connection, warnings, limits);
  return awaitProof(connection, abilities, warnings, limits, onTrouble);
}

/** For a printer that answers nothing: only a lost connection shows a failure. */
async function finishUnwatched(connection: Connection, abilities: PrinterAbilities, limits: Limits): Promise<PrintResult> {
  // Before closing: some printers answer a close with a reset.
  if (await connection.lossWithin(Math.min(500, limits.settleMs))) return failed(troubleOf(connection.lost ?? 'closed'), false);
  const hungUp = await connection.end(limits.closeTimeoutMs);
  // A proper close means that the printer read everything and can't answer.
  if (hungUp) countSilence(abilities);
  // The printer used to answer, so it is stuck and may never print.
  else if (abilities.answeredAt !== undefined) return failed(inMidTicket(MUTE), false);
  return { outcome: 'sent', warnings: [] };
}

function countSilence(abilities: PrinterAbilities): void {
  abilities.silences = (abilities.silences ?? 0) + 1;
  if (abilities.silences >= SILENCES_MOST) abilities.status = false;
}

/** For a printer with status but no confirmations: trouble right after the last byte belongs to this ticket. */
async function watch(connection: Connection, warnings: Text[], limits: Limits): Promise<PrintResult> {
  for (let waited = 0; waited < limits.settleMs; waited += limits.pollMs) {
    if (await connection.lossWithin(Math.min(limits.pollMs, limits.settleMs))) return failed(troubleOf(connection.lost ?? 'closed'), false);
    const status = await connection.status(limits.replyTimeoutMs);
    const trouble = status ? troubleIn(status) : connection.lost ? troubleOf(connection.lost) : MUTE;
    if (trouble) return failed(inMidTicket(trouble), false);
  }
  await connection.end(limits.closeTimeoutMs);
  return { outcome: 'sent', warnings };
}

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
      abilities.unverified = 0;
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
  if (trouble) return failed(inMidTicket(trouble), false);
  abilities.unverified = (abilities.unverified ?? 0) + 1;
  // The printer answers other queries, so it doesn't support this one, or was replaced.
  if (abilities.unverified >= MAX_UNVERIFIED) abilities.processId = false;
  else if (abilities.processId) return failed(UNVERIFIED, false);
  await connection.end(limits.closeTimeoutMs);
  return { outcome: 'sent', warnings };
}

/** GS ( H function 48: echoes the ID once everything before it is printed. */
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

/** Undefined options would hide the defaults. */
function given(options: PrintOptions): PrintTimes {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in USUAL && value !== undefined)) as PrintTimes;
}
