/** Sends one job to a network printer and finds out its result. "Sent" is never called "printed". */
import { randomInt } from 'node:crypto';
import type { Text } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { type Connection, type Loss, openConnection, type Target } from './printer-connection.ts';
import { type StatusBytes, type Trouble, type TroubleCode, troubleIn, warningsIn } from './printer-status.ts';
import { MUTE, midway, STALLED, troubleOf, UNPROVEN } from './printer-trouble.ts';

/** A printer's known abilities. The caller keeps one object per address; empty at first, filled here. */
export interface PrinterAbilities {
  /** Answers DLE EOT. */
  status?: boolean;
  /** Answers GS ( H once everything before it is on paper. */
  processId?: boolean;
  jobsSinceLastProbe?: number;
  /** When it last answered a question, ms on the monotonic clock. */
  answeredAt?: number;
  /** How often in a row it answered nothing but closed the connection properly. */
  silences?: number;
  /** Printouts in a row that it didn't confirm although it answered everything else. */
  unproven?: number;
}

export interface PrintOptions {
  /** As it passes on this computer, where not given. */
  time?: Time;
  abilities?: PrinterAbilities;
  /** Star printers in their own mode don't understand these queries and aren't asked. */
  family?: 'epson' | 'star';
  /** Ends whatever broke off before: sent ahead of a printout, never to a printer that can't print now, whose memory it would fill. */
  first?: Buffer;
  connectTimeoutMs?: number;
  /** For one status answer. */
  replyTimeoutMs?: number;
  /** Without a byte taken by the printer. */
  stallTimeoutMs?: number;
  /** For the confirmation that everything is on paper; also how long staff have to add paper before the job fails. */
  confirmTimeoutMs?: number;
  /** Between two status checks while waiting for the confirmation. */
  pollMs?: number;
  /** How long a printer without confirmations is watched for trouble after the last byte. */
  settleMs?: number;
  /** For the printer to close the connection after we did. */
  closeTimeoutMs?: number;
  /** Called as soon as trouble appears during the job; with null when it is over. */
  onTrouble?: (trouble: Trouble | null) => void;
}

export type PrintResult =
  /** The printer reported that everything is on paper. */
  | { outcome: 'confirmed'; warnings: Text[] }
  /** The computer's print system reported it. */
  | { outcome: 'reported'; warnings: Text[] }
  /** All bytes were accepted; nothing confirms that they were printed. */
  | { outcome: 'sent'; warnings: Text[] }
  /** `nothingPrinted` is false from the first byte on: part of it may be on paper. */
  | { outcome: 'failed'; nothingPrinted: boolean; code: TroubleCode; text: Text; hint?: Text };

export interface PrinterStatus {
  /** What prevents printing; null if nothing is known. */
  trouble: Trouble | null;
  warnings: Text[];
  /** False for a printer that accepts jobs but answers no queries. */
  answers: boolean;
}

/** The limits of one job in time, ms. */
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

/** How long a printer that used to answer counts as stuck rather than as unable to answer. */
const REMEMBERED_MS = 120_000;
/** Silences in a row until a printer counts as unable to answer: one may be an accident. */
const SILENCES_MOST = 3;
/** Unconfirmed printouts in a row until a printer counts as unable to confirm. */
const UNPROVEN_MOST = 2;
/** Jobs until a printer that didn't answer is asked again: it may have been replaced. */
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
  // The query was stuck behind unsent bytes, and can be sent now.
  const why = await printerStatus(target, { ...options, abilities }, signal);
  return why.trouble && why.answers ? failed(midway(why.trouble), false) : result;
}

/** Asks for the printer's status without printing. Never rejects. */
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
  /** It seems unable to answer queries. */
  | { kind: 'silent' }
  /** It answered before, but not now. */
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
  // Never `true`, or another check meanwhile found that it answers nothing.
  if (abilities.status !== true && !answeredLately) return { kind: 'silent' };
  // Once: the next attempt finds out afresh whether this is still the same printer.
  delete abilities.status;
  return { kind: 'mute' };
}

/** A printer that used to answer may have taken the question for a part of what broke off: that is ended, and it is asked once more. */
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

/** A printer that answers nothing: only a broken connection shows that something went wrong. */
async function finishUnwatched(connection: Connection, abilities: PrinterAbilities, limits: Limits): Promise<PrintResult> {
  // Before we close, since some printers answer a close with a reset.
  if (await connection.lossWithin(Math.min(500, limits.settleMs))) return failed(troubleOf(connection.lost ?? 'closed'), false);
  const hungUp = await connection.end(limits.closeTimeoutMs);
  // A printer that closes properly has read everything and just can't answer. One that doesn't may be stuck.
  if (hungUp) countSilence(abilities);
  // One that used to answer and now neither answers nor closes is stuck: what it accepted may never print.
  else if (abilities.answeredAt !== undefined) return failed(midway(MUTE), false);
  return { outcome: 'sent', warnings: [] };
}

function countSilence(abilities: PrinterAbilities): void {
  abilities.silences = (abilities.silences ?? 0) + 1;
  if (abilities.silences >= SILENCES_MOST) abilities.status = false;
}

/** A printer with status but no confirmations: trouble in the seconds after the last byte belongs to this ticket. */
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

/** Asks for a confirmation, and checks the status while waiting. */
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
  // It answered every query but this one: after the second time it doesn't support it, or was replaced.
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
