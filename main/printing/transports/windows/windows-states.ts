/** Windows' status bits as messages for staff. Pure; their truth depends on the driver. */
import { message } from '../../../../contract/message.ts';
import type { Trouble } from '../printer-status.ts';
import type { WindowsPrinter } from './print-system.ts';

const PRINTER = {
  paused: 0x1,
  error: 0x2,
  jam: 0x8,
  paperOut: 0x10,
  offline: 0x80,
  notAvailable: 0x1000,
  intervention: 0x100000,
  coverOpen: 0x400000,
};
const WORK_OFFLINE = 0x400;

/** The most visible cause first. */
export function troubleOfPrinter({ name, status, attributes }: Omit<WindowsPrinter, 'port' | 'driver'>): Trouble | null {
  const is = (bits: number): boolean => (status & bits) !== 0;
  if (is(PRINTER.coverOpen)) return { code: 'cover-open', text: message('printer.coverOpen'), hint: message('printer.closeCover') };
  if (is(PRINTER.paperOut)) return PAPER_OUT;
  if (is(PRINTER.jam))
    return {
      code: 'printer-error',
      text: message('printer.paperJammed'),
      hint: message('printer.turnOffAndOn'),
    };
  if (is(PRINTER.offline | PRINTER.notAvailable) || (attributes & WORK_OFFLINE) !== 0) return OFFLINE;
  if (is(PRINTER.paused)) return { code: 'offline', text: message('printer.queueStopped', { name }), hint: message('printer.checkQueue') };
  return is(PRINTER.error | PRINTER.intervention) ? BROKEN : null;
}

const PAPER_OUT: Trouble = {
  code: 'paper-out',
  text: message('printer.outOfPaper'),
  hint: message('printer.insertRoll'),
};
const OFFLINE: Trouble = { code: 'offline', text: message('printer.offline'), hint: message('printer.checkLights') };
const BROKEN: Trouble = {
  code: 'printer-error',
  text: message('printer.error'),
  hint: message('printer.turnOffAndOn'),
};

const DOCUMENT = {
  error: 0x2,
  deleting: 0x4,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  intervention: 0x400,
  /** Sent to the printer; says nothing about printing. */
  complete: 0x1000,
};

/** A `waiting` document may be printing. */
export function stateOfDocument(status: number): 'printed' | 'sent' | 'deleted' | 'waiting' {
  if (status & DOCUMENT.printed) return 'printed';
  if (status & DOCUMENT.complete) return 'sent';
  return status & (DOCUMENT.deleting | DOCUMENT.deleted) ? 'deleted' : 'waiting';
}

/** Null if nothing is known. */
export function troubleOfDocument(status: number): Trouble | null {
  if (status & DOCUMENT.paperOut) return PAPER_OUT;
  if (status & DOCUMENT.offline) return OFFLINE;
  return status & (DOCUMENT.error | DOCUMENT.blocked | DOCUMENT.intervention) ? BROKEN : null;
}
