/** A printer's state: ready only if the printer recently reported so. Pure. */

import type { PrinterView } from '../../contract/contract.ts';
import { type Message, message } from '../../contract/message.ts';
import { isVerified, type PrinterContact } from '../printing/spool/printer-service.ts';
import type { Printer } from '../printing/transports/printer.ts';

/** `now`: this computer's clock, epoch ms. */
export function printerState(
  { via }: Pick<Printer, 'via'>,
  contact: PrinterContact,
  isWorking: boolean,
  now: number,
): Pick<PrinterView, 'state' | 'text'> {
  const { at, verifiedAt, trouble, warning } = contact;
  if (trouble !== null) return { state: 'trouble', text: trouble };
  if (isVerified(contact, now)) {
    return isWorking
      ? { state: 'printing', text: warning ?? message('printer.printing') }
      : { state: 'ready', text: warning ?? message('printer.ready') };
  }
  if (at === null) return { state: 'unknown', text: isWorking ? message('printer.sending') : message('text.notUsedYet') };
  if (verifiedAt !== null) return { state: 'unknown', text: warning ?? message('printer.statusStale') };
  return { state: 'unconfirmed', text: warning ?? SILENT[via] };
}

const SILENT: Record<Printer['via'], Message> = {
  network: message('printer.neverAnswers'),
  device: message('printer.cableReportsNothing'),
  system: message('printer.systemReportsNothing'),
};
