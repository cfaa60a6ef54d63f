/** What a printer's status bytes (DLE EOT 1..4) mean, in words staff can act on. */
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
  /** What is the matter, as a sentence. */
  says: Text;
  /** What to do about it, where somebody at the printer can do something. */
  remedy?: Text;
}

/** The four answers; null where the printer gave none. */
export interface StatusBytes {
  printer: number;
  offlineCause: number | null;
  errorCause: number | null;
  paper: number | null;
}

/** DLE EOT n. */
export function statusRequest(n: 1 | 2 | 3 | 4): Buffer {
  return Buffer.from([0x10, 0x04, n]);
}

/** Every answer to DLE EOT has bits 1 and 4 set, bits 0 and 7 clear. */
export function isStatusByte(byte: number): boolean {
  return (byte & 0x93) === 0x12;
}

/** What keeps the printer from printing, the cause that a person sees first; null when it can print. */
export function troubleIn(status: StatusBytes): Trouble | null {
  const offline = status.offlineCause ?? 0;
  const error = status.errorCause ?? 0;
  if (offline & 0x04) return { code: 'cover-open', says: message('cover-of-printer-is-open'), remedy: message('close-cover') };
  if (offline & 0x20 || (status.paper ?? 0) & 0x60)
    return { code: 'paper-out', says: message('printer-is-out-of-paper'), remedy: message('put-in-new-roll-and-close') };
  if (error & 0x08)
    return {
      code: 'cutter',
      says: message('cutter-of-printer-is-jammed'),
      remedy: message('switch-printer-off-free-cutter-switch'),
    };
  if (error & 0x40) return { code: 'overheated', says: message('print-head-is-too-hot'), remedy: message('wait-minute-it-goes-on-by') };
  if (error & 0x20 || offline & 0x40)
    return { code: 'printer-error', says: message('printer-reports-error'), remedy: message('switch-printer-off-and-on-again') };
  if (status.printer & 0x08) return { code: 'offline', says: message('printer-is-offline'), remedy: message('look-at-lights-on-printer') };
  return null;
}

/** What will soon keep it from printing. */
export function warningsIn(status: StatusBytes): Message[] {
  return (status.paper ?? 0) & 0x0c ? [message('paper-roll-is-nearly-empty')] : [];
}
