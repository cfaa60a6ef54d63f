/** Carries the bytes of one paper to a printer, by whichever way it is connected. */
import { printOnDevice } from './device-printer.ts';
import type { Printer } from './printer.ts';
import { printBySystem } from './system-printer.ts';
import { type PrintOptions, type PrintResult, printOverTcp } from './tcp-printer.ts';

/** Never rejects. Only a network printer can say how it is and that it has printed. */
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
      return printBySystem(printer.queue, bytes, undefined, signal, options.time);
    case 'network':
      return printOverTcp({ host: printer.host, port: printer.port }, bytes, { ...options, family: printer.family }, signal);
  }
}
