/** What may be claimed of a printer: ready only when it said so itself a moment ago. Pure. */
import type { PrinterView } from '../../contract/contract.ts';
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
    const well = proof?.by === 'network-status' ? 'Ready, according to its network status; what is printed it does not confirm.' : 'Ready.';
    return { state: isWorking ? 'printing' : 'ready', says: warning ?? (isWorking ? 'Printing.' : well) };
  }
  if (at === null) return { state: 'unknown', says: isWorking ? 'A paper is being sent to it.' : 'Not used yet.' };
  if (proof !== null) return { state: 'unknown', says: warning ?? 'It has not said for a while how it is.' };
  return { state: 'unconfirmed', says: warning ?? SILENT[via] };
}

/** A printer of which nothing is known but that it takes what it is given. */
const SILENT: Record<Printer['via'], string> = {
  network: 'Takes papers and never answers: they are sent, not confirmed.',
  device: 'Takes papers on its cable and tells nothing: they are sent, not confirmed.',
  system: 'The system takes its papers and tells nothing of them: they are sent, not confirmed.',
};
