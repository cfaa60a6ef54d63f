import type { Printer } from '../transports/printer.ts';
import type { PrinterService } from './printer-service.ts';

export interface Backups {
  printers: () => readonly Printer[];
  printerService: PrinterService;
  /** Downtime before a backup takes over. */
  backupAfterMs: () => number;
}

/** Null if the printer isn't down long enough or has no working backup. */
export function backupOf(printer: Printer, { printers, printerService, backupAfterMs }: Backups): Printer | null {
  const downForMs = printerService.downForMs(printer.id);
  if (downForMs === 0 || downForMs < backupAfterMs()) return null;
  const backup = printers().find(({ id }) => id === printer.backup && id !== printer.id) ?? null;
  return backup && printerService.contact(backup.id).trouble ? null : backup;
}
