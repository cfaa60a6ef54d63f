/** Parts of CUPS that tests need: its server package lacks the network backend. */
import { existsSync } from 'node:fs';

const FILES = ['/usr/sbin/cupsd', '/usr/sbin/lpadmin', '/usr/bin/lp', '/usr/lib/cups/backend/socket'];
export const CUPS_PACKAGES = ['cups', 'cups-core-drivers', 'cups-daemon', 'cups-client'] as const;

export function hasCups(isThere: (file: string) => boolean = existsSync): boolean {
  return FILES.every(isThere);
}
