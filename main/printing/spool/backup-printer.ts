/** Which printer does the work of one that is down. */

import type { Printer } from '../transports/printer.ts';
import type { Press } from './printer-service.ts';

export interface Backups {
  printers: () => readonly Printer[];
  press: Press;
  /** How long a printer is down before its backup does its work, ms. */
  backupAfterMs: () => number;
}

/** Null while the printer is not down for long, has no backup, or the backup is down itself. */
export function backupOf(printer: Printer, { printers, press, backupAfterMs }: Backups): Printer | null {
  const downForMs = press.downForMs(printer.id);
  if (downForMs === 0 || downForMs < backupAfterMs()) return null;
  const backup = printers().find(({ id }) => id === printer.backup && id !== printer.id) ?? null;
  return backup && press.contact(backup.id).trouble ? null : backup;
}
