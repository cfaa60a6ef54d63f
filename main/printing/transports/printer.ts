import { hostAndPort } from '../../../contract/address.ts';
import type { PrinterSettings } from '../../../contract/settings/settings.ts';

export type Printer = PrinterSettings;

export function placeOf({ via, host, port, device, queue }: Printer): string {
  return via === 'network' ? hostAndPort(host, port) : via === 'device' ? device : `system printer ${queue}`;
}
