/** A printer as this module needs it; the settings' printers fit. */
import { hostAndPort } from '../../../contract/address.ts';
import type { CodePage } from '../escpos/code-page.ts';
import type { RoutedPrinter } from '../routing.ts';

export const PRINTED_DOCUMENTS = [
  'kitchen-ticket',
  'participant-label',
  'receipt',
  'courier-slip',
  'preorder-slip',
  'change-slip',
  'stop-slip',
  'unanswered-slip',
] as const;
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number];

export interface Printer extends RoutedPrinter {
  /** How it is reached: over the network, as a device file (USB or serial), or by its name in the operating system. */
  via: 'network' | 'device' | 'system';
  host: string;
  port: number;
  /** The device file, for `device`. */
  device: string;
  /** Its name in the operating system, for `system`. */
  queue: string;
  columns: number;
  dots: number;
  family: 'epson' | 'star';
  code_page: CodePage;
  /** Kitchen tickets: how many of each. */
  copies: number;
  print_on: 'accept' | 'arrival' | 'by-hand';
  cut: 'partial' | 'full' | 'none';
  buzzer: boolean;
  /** Opens the drawer with the receipt of a cash order. */
  drawer: boolean;
  /** The ID of the printer that takes over while this one is down. */
  backup: string | null;
}

/** Its address, as the status bar shows it. */
export function placeOf({ via, host, port, device, queue }: Printer): string {
  return via === 'network' ? hostAndPort(host, port) : via === 'device' ? device : `system printer ${queue}`;
}
