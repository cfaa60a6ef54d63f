/** Which printer takes over for one that is down. */

import type { Printer } from '../transports/printer.ts';
import type { PrinterService } from './printer-service.ts';

export interface Backups {
  printers: () => readonly Printer[];
  printerService: PrinterService;
  /** How long a printer is down before its backup does its work, ms. */
  backupAfterMs: () => number;
}

/** Null while the printer is not down for long, has no backup, or the backup is down itself. */
export function backupOf(printer: Printer, { printers, printerService, backupAfterMs }: Backups): Printer | null {
  const downForMs = printerService.downForMs(printer.id);
  if (downForMs === 0 || downForMs < backupAfterMs()) return null;
  const backup = printers().find(({ id }) => id === printer.backup && id !== printer.id) ?? null;
  return backup && printerService.contact(backup.id).trouble ? null : backup;
}
