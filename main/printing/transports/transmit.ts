/** Sends a printout's bytes to a printer, by its kind of connection. */
import { printOnDevice } from './device-printer.ts';
import type { Printer } from './printer.ts';
import { printBySystem } from './system-printer.ts';
import { type PrintOptions, type PrintResult, printOverTcp } from './tcp-printer.ts';

/** Never rejects. Only a network printer can say itself that it has printed; a printer of the system says so through it. */
export function transmitTo(
  printer: Printer,
  bytes: Buffer,
  options: Omit<PrintOptions, 'family'>,
  signal?: AbortSignal,
): Promise<PrintResult> {
  switch (printer.via) {
    case 'device':
      return printOnDevice(printer.device, bytes, options.stallTimeoutMs, signal, options.time);
    case 'system':
      return printBySystem(printer.queue, bytes, undefined, { time: options.time, signal, onTrouble: options.onTrouble });
    case 'network':
      return printOverTcp({ host: printer.host, port: printer.port }, bytes, { ...options, family: printer.family }, signal);
  }
}
