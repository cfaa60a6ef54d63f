/** What a printer's status bytes (DLE EOT 1..4) mean, in words staff can act on. */

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
  says: string;
  /** What to do about it, where somebody at the printer can do something. */
  remedy?: string;
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
  if (offline & 0x04) return { code: 'cover-open', says: 'The cover of the printer is open.', remedy: 'Close the cover.' };
  if (offline & 0x20 || (status.paper ?? 0) & 0x60)
    return { code: 'paper-out', says: 'The printer is out of paper.', remedy: 'Put in a new roll and close the cover.' };
  if (error & 0x08)
    return {
      code: 'cutter',
      says: 'The cutter of the printer is jammed.',
      remedy: 'Switch the printer off, free the cutter, switch it on again.',
    };
  if (error & 0x40) return { code: 'overheated', says: 'The print head is too hot.', remedy: 'Wait a minute; it goes on by itself.' };
  if (error & 0x20 || offline & 0x40)
    return { code: 'printer-error', says: 'The printer reports an error.', remedy: 'Switch the printer off and on again.' };
  if (status.printer & 0x08) return { code: 'offline', says: 'The printer is offline.', remedy: 'Look at the lights on the printer.' };
  return null;
}

/** What will soon keep it from printing. */
export function warningsIn(status: StatusBytes): string[] {
  return (status.paper ?? 0) & 0x0c ? ['The paper roll is nearly empty.'] : [];
}
