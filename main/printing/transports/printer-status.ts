/** Status bytes (DLE EOT 1 to 4) as messages for staff. */
import { type Message, message, type Text } from '../../../contract/message.ts';

export type TroubleCode =
  | 'unreachable'
  | 'not-a-printer'
  | 'no-answer'
  | 'paper-out'
  | 'cover-open'
  | 'cutter'
  | 'overheated'
  | 'printer-error'
  | 'offline'
  | 'stalled'
  | 'reset'
  | 'closed'
  | 'cancelled';

export interface Trouble {
  code: TroubleCode;
  text: Text;
  hint?: Text;
}

/** A null field is an unanswered query. */
export interface StatusBytes {
  printer: number;
  offlineCause: number | null;
  errorCause: number | null;
  paper: number | null;
}

export function statusRequest(n: 1 | 2 | 3 | 4): Buffer {
  return Buffer.from([0x10, 0x04, n]);
}

/** Answers to DLE EOT have bits 1 and 4 set, bits 0 and 7 clear. */
export function isStatusByte(byte: number): boolean {
  return (byte & 0x93) === 0x12;
}

/** What prevents printing, the most visible cause first; null if nothing. */
export function troubleIn(status: StatusBytes): Trouble | null {
  const offline = status.offlineCause ?? 0;
  const error = status.errorCause ?? 0;
  if (offline & 0x04) return { code: 'cover-open', text: message('printer.coverOpen'), hint: message('printer.closeCover') };
  if (offline & 0x20 || (status.paper ?? 0) & 0x60)
    return { code: 'paper-out', text: message('printer.outOfPaper'), hint: message('printer.insertRoll') };
  if (error & 0x08)
    return {
      code: 'cutter',
      text: message('printer.cutterJammed'),
      hint: message('printer.freeCutter'),
    };
  if (error & 0x40) return { code: 'overheated', text: message('printer.headTooHot'), hint: message('printer.waitMinute') };
  if (error & 0x20 || offline & 0x40)
    return { code: 'printer-error', text: message('printer.error'), hint: message('printer.turnOffAndOn') };
  if (status.printer & 0x08) return { code: 'offline', text: message('printer.offline'), hint: message('printer.checkLights') };
  return null;
}

export function warningsIn(status: StatusBytes): Message[] {
  return (status.paper ?? 0) & 0x0c ? [message('printer.paperLow')] : [];
}
