/** A printer as the settings have it. */
import { hostAndPort } from '../../../contract/address.ts';
import type { PrinterSettings } from '../../../contract/settings/settings.ts';

export type Printer = PrinterSettings;

/** Its address, as the status bar shows it. */
export function placeOf({ via, host, port, device, queue }: Printer): string {
  return via === 'network' ? hostAndPort(host, port) : via === 'device' ? device : `system printer ${queue}`;
}
