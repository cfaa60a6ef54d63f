/**
 * Asks a network printer for its status by SNMP, if it answers nothing on its print connection: the printer tables (RFC 2790 and RFC 3805),
 * read-only. It is the device's own claim and confirms no printout.
 */

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { Session, Varbind } from 'net-snmp';
import { joinSentences, message, type Text } from '../../../contract/message.ts';
import { systemTime } from '../../time/system-time.ts';
import type { Time } from '../../time/time.ts';
import type { Trouble } from './printer-status.ts';

export interface NetworkStatus {
  /** What keeps it from printing; null when it says of nothing. */
  trouble: Trouble | null;
  warnings: Text[];
  /** It says that it is idle, printing or warming up, and of no trouble. */
  isWell: boolean;
}

/** Where and with which word a printer is asked. */
export interface NetworkAgent {
  host: string;
  port: number;
  /** The word that lets read. It travels in the clear and is no secret. */
  community: string;
}

/** Columns whose first row is the printer's; a device that lists several printers is asked for its first. */
const STATUS = '1.3.6.1.2.1.25.3.5.1.1';
const ERRORS = '1.3.6.1.2.1.25.3.5.1.2';
const DEVICE_STATUS = '1.3.6.1.2.1.25.3.2.1.5';
/** Of prtAlertTable: how bad, what part, what. */
const ALERT_SEVERITY = '1.3.6.1.2.1.43.18.1.1.2';
const ALERT_GROUP = '1.3.6.1.2.1.43.18.1.1.4';
const ALERT_CODE = '1.3.6.1.2.1.43.18.1.1.7';
/** Printers keep a short list of alerts; the first ones are enough. */
const ALERTS_MOST = 12;

/** Which of the two versions an agent speaks; asked for the newer first. */
export type SnmpVersion = 'v2c' | 'v1';

/** In answers' times: no more alerts are asked for after the first, and everything is over at the second, whatever the device does. */
const ALERTS_UNTIL = 5;
const OVER_AFTER = 8;
/** Two values and the alerts, in one datagram each, and room for what a network doubles. A device that sends more is not listened to. */
const DATAGRAMS_MOST = 64;
/** A datagram of three numbers is shorter by far. */
const DATAGRAM_BYTES_MOST = 4_096;

/**
 * Null where no one answers, or no printer does, or what answers is no SNMP. Never rejects, and always ends. `timeoutMs`: for each of a
 * few answers; all together take eight times as long at most.
 */
export async function networkStatus(
  agent: NetworkAgent,
  version: SnmpVersion,
  timeoutMs = 700,
  time = systemTime,
): Promise<NetworkStatus | null> {
  const question = new AbortController();
  const noDeadline = time.after(OVER_AFTER * timeoutMs, () => question.abort());
  const given = new Promise<null>((resolve) => question.signal.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    return await Promise.race([statusFrom(agent, version, timeoutMs, question, time), given]);
  } catch {
    return null;
  } finally {
    noDeadline();
    question.abort();
  }
}

async function statusFrom(
  { host, port, community }: NetworkAgent,
  version: SnmpVersion,
  timeoutMs: number,
  question: AbortController,
  time: Time,
): Promise<NetworkStatus | null> {
  const began = time.monotonic();
  // Loaded when the first printer is asked: most venues never need it.
  const [{ default: snmp }, { address }] = await Promise.all([import('net-snmp'), lookup(host, { family: 4 })]);
  if (question.signal.aborted) return null;
  const session = snmp.createSession(address, community, {
    port,
    version: version === 'v1' ? snmp.Version1 : snmp.Version2c,
    timeout: timeoutMs,
    retries: 0,
    dgramModule: { createSocket: () => guardedSocket({ address, port }, () => question.abort()) },
  });
  question.signal.addEventListener('abort', () => session.close(), { once: true });
  // Answers that are no SNMP.
  session.on('error', () => undefined);
  const [status, errors] = await nextOf(session, [STATUS, ERRORS]);
  const row = status && rowOf(status, STATUS);
  if (!status || !row) return null;
  const device = await valueAt(session, `${DEVICE_STATUS}.${row}`);
  const alerts = await alertsOf(session, row, time, began + ALERTS_UNTIL * timeoutMs);
  return meaningOf({
    printer: Number(status.value),
    device: Number(device ?? 0),
    errors: errors && rowOf(errors, ERRORS) === row && Buffer.isBuffer(errors.value) ? errors.value : Buffer.alloc(0),
    alerts,
  });
}

/**
 * The socket of one question. The library takes what comes apart inside the socket's own event, where an error that it does not expect (a
 * PDU of a kind that the version does not have) would end the process: here it ends the question. Only the device that was asked is heard.
 */
function guardedSocket(asked: { address: string; port: number }, giveUp: () => void): Socket {
  const socket = createSocket('udp4');
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...given: unknown[]) => boolean;
  let datagrams = 0;
  const isHeard = (message: Buffer, from: RemoteInfo): boolean => {
    datagrams += 1;
    if (datagrams > DATAGRAMS_MOST) giveUp();
    return (
      datagrams <= DATAGRAMS_MOST && from.address === asked.address && from.port === asked.port && message.length <= DATAGRAM_BYTES_MOST
    );
  };
  socket.emit = (event: string | symbol, ...given: unknown[]): boolean => {
    if (event === 'message' && !isHeard(given[0] as Buffer, given[1] as RemoteInfo)) return true;
    try {
      return emit(event, ...given);
    } catch {
      giveUp();
      return true;
    }
  };
  return socket;
}

interface Alert {
  severity: number;
  group: number;
  code: number;
}

/** The rows of prtAlertTable that are this printer's; none where it has no such table. `until`: ms on the monotonic clock. */
async function alertsOf(session: Session, row: string, time: Time, until: number): Promise<Alert[]> {
  const alerts: Alert[] = [];
  let from = [ALERT_SEVERITY, ALERT_GROUP, ALERT_CODE].map((column) => `${column}.${row}`);
  while (alerts.length < ALERTS_MOST && time.monotonic() < until) {
    const found = await nextOf(session, from).catch(() => []);
    const [severity, group, code] = found;
    const ours = found.every(({ oid }, at) => oid.startsWith(`${[ALERT_SEVERITY, ALERT_GROUP, ALERT_CODE][at]}.${row}.`));
    if (!severity || !group || !code || !ours || severity.oid === from[0]) break;
    alerts.push({ severity: Number(severity.value), group: Number(group.value), code: Number(code.value) });
    from = found.map(({ oid }) => oid);
  }
  return alerts;
}

function nextOf(session: Session, oids: string[]): Promise<Varbind[]> {
  return new Promise((resolve, reject) =>
    session.getNext(oids, (error, found) => (error ? reject(error) : resolve((found ?? []).map((one) => one as Varbind)))),
  );
}

/** Null where the agent has no such value. */
function valueAt(session: Session, oid: string): Promise<unknown> {
  return new Promise((resolve) =>
    session.get([oid], (error, found) => resolve(error ? null : ((found?.[0] as Varbind | undefined)?.value ?? null))),
  );
}

/** What stands behind the column: the number of the device; null where the answer is of another table, or the end of all. */
function rowOf({ oid }: Varbind, column: string): string | null {
  const row = oid.startsWith(`${column}.`) ? oid.slice(column.length + 1) : '';
  return /^\d+$/.test(row) ? row : null;
}

interface PrinterStatusReply {
  /** hrPrinterStatus: 3 idle, 4 printing, 5 warming up. */
  printer: number;
  /** hrDeviceStatus: 2 running, 3 running with a warning, 4 testing, 5 down; 0 where it does not say. */
  device: number;
  /** hrPrinterDetectedErrorState: bits, the first in the highest place. */
  errors: Buffer;
  alerts: readonly Alert[];
}

const WELL = new Set([3, 4, 5]);
const DOWN = 5;
const CRITICAL = 3;

/** What the numbers mean for a printer of tickets, the cause that a person sees first. Pure. */
export function meaningOf({ printer, device, errors, alerts }: PrinterStatusReply): NetworkStatus {
  const is = (bit: number): boolean => ((errors[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  const warns = (...kinds: readonly number[]): boolean => alerts.some(({ code }) => kinds.includes(code));
  const fails = (...kinds: readonly number[]): boolean =>
    alerts.some(({ severity, code }) => severity === CRITICAL && kinds.includes(code));
  const ofInput = (code: number): boolean =>
    alerts.some((alert) => alert.severity === CRITICAL && alert.group === INPUT && alert.code === code);
  const trouble =
    is(DOOR_OPEN) || fails(3, 5, 18, 501)
      ? COVER_OPEN
      : is(NO_PAPER) || fails(808) || ofInput(13)
        ? PAPER_OUT
        : is(JAMMED) || fails(8)
          ? JAM
          : is(OFFLINE) || fails(22)
            ? OFF_LINE
            : device === DOWN
              ? DEVICE_DOWN
              : null;
  const low = is(LOW_PAPER) || is(TRAY_EMPTY) || warns(807) || alerts.some(({ group, code }) => group === INPUT && code === 12);
  const warnings = trouble === null && low ? [message('printer.paperLowByNetwork')] : [];
  const asks = trouble === null && is(SERVICE) ? [message('printer.needsService')] : [];
  return { trouble, warnings: [...warnings, ...asks], isWell: trouble === null && WELL.has(printer) };
}

/** Bits of hrPrinterDetectedErrorState. */
const LOW_PAPER = 0;
const NO_PAPER = 1;
const DOOR_OPEN = 4;
const JAMMED = 5;
const OFFLINE = 6;
const SERVICE = 7;
const TRAY_EMPTY = 13;
/** prtAlertGroup: the part that feeds paper. */
const INPUT = 8;

/** The hint ends with the remedy if the device's own status is wrong, as it is for some. */
function trouble(code: Trouble['code'], text: Text, hint: Text): Trouble {
  return { code, text, hint: joinSentences(hint, message('printer.turnOffNetworkStatus')) };
}

const PAPER_OUT = trouble('paper-out', message('printer.outOfPaperByNetwork'), message('printer.insertRoll'));
const COVER_OPEN = trouble('cover-open', message('printer.coverOpenByNetwork'), message('printer.closeCover'));
const JAM = trouble('printer-error', message('printer.paperJammedByNetwork'), message('printer.removePaper'));
const OFF_LINE = trouble('offline', message('printer.offlineByNetwork'), message('printer.checkLights'));
const DEVICE_DOWN = trouble('printer-error', message('printer.cannotPrint'), message('printer.turnOffAndOn'));
