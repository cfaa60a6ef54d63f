/** What may be claimed of a printer: ready only when it said so itself a moment ago. Pure. */

import type { PrinterView } from '../../contract/contract.ts';
import { type Message, message } from '../../contract/message.ts';
import { isProven, type PrinterContact } from '../printing/spool/printer-service.ts';
import type { Printer } from '../printing/transports/printer.ts';

/** `now`: this computer's clock, epoch ms. */
export function printerState(
  { via }: Pick<Printer, 'via'>,
  contact: PrinterContact,
  isWorking: boolean,
  now: number,
): Pick<PrinterView, 'state' | 'says'> {
  const { at, proof, trouble, warning } = contact;
  if (trouble !== null) return { state: 'trouble', says: trouble };
  if (isProven(contact, now)) {
    const well = proof?.by === 'network-status' ? message('ready-according-to-its-network-status') : message('ready');
    return { state: isWorking ? 'printing' : 'ready', says: warning ?? (isWorking ? message('printing') : well) };
  }
  if (at === null) return { state: 'unknown', says: isWorking ? message('paper-is-being-sent-to-it') : message('not-used-yet') };
  if (proof !== null) return { state: 'unknown', says: warning ?? message('it-has-not-said-for-while') };
  return { state: 'unconfirmed', says: warning ?? SILENT[via] };
}

/** A printer of which nothing is known but that it takes what it is given. */
const SILENT: Record<Printer['via'], Message> = {
  network: message('takes-papers-and-never-answers-they'),
  device: message('takes-papers-on-its-cable-and'),
  system: message('system-takes-its-papers-and-tells'),
};
