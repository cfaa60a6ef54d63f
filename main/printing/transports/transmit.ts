import { endOfBroken } from '../escpos/encode.ts';
import { printOnDevice } from './device-printer.ts';
import type { Printer } from './printer.ts';
import { printBySystem } from './system-printer.ts';
import { type PrintOptions, type PrintResult, printOverTcp } from './tcp-printer.ts';

/** First ends an interrupted printout, whose picture would swallow this one's beginning. Never rejects. */
export function transmitTo(
  printer: Printer,
  bytes: Buffer,
  options: Omit<PrintOptions, 'family' | 'first'>,
  signal?: AbortSignal,
): Promise<PrintResult> {
  const first = endOfBroken(printer);
  switch (printer.via) {
    case 'device':
      return printOnDevice(printer.device, Buffer.concat([first, bytes]), options.stallTimeoutMs, signal, options.time);
    case 'system':
      return printBySystem(printer.queue, Buffer.concat([first, bytes]), undefined, {
        time: options.time,
        signal,
        onTrouble: options.onTrouble,
      });
    case 'network':
      return printOverTcp({ host: printer.host, port: printer.port }, bytes, { ...options, family: printer.family, first }, signal);
  }
}
