/** Asks idle printers for their status, so that an empty roll is noticed before the rush. */
import type { Time } from '../../../shared/time/time.ts';
import type { Store } from '../../store/store.ts';
import { deviceTrouble } from '../transports/device-printer.ts';
import type { Printer } from '../transports/printer.ts';
import { systemQueueTrouble } from '../transports/system-printer.ts';
import { printerStatus } from '../transports/tcp-printer.ts';
import { printerLane } from './plan.ts';
import type { PrinterService } from './printer-service.ts';

const EVERY_MS = 10_000;

/** Returns a function that stops it. Busy printers aren't asked: printing shows their state. */
export function watchPrinters(options: {
  store: Store;
  printerService: PrinterService;
  printers: () => readonly Printer[];
  time: Time;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, printerService, time } = options;
  const { wall: now } = time;
  const busy = new Set<string>();

  async function ask(printer: Printer): Promise<void> {
    if (printer.via === 'network') return askNetwork(printer);
    // A device or print system reports trouble, but never a good status.
    const trouble =
      printer.via === 'device'
        ? ((await deviceTrouble(printer.device, time))?.text ?? null)
        : await systemQueueTrouble(printer.queue, time);
    printerService.learn(printer.id, trouble === null ? { at: now(), trouble: null } : { trouble, warning: null });
  }

  async function askNetwork(printer: Printer): Promise<void> {
    const { host, port, family } = printer;
    const status = await printerStatus({ host, port }, { time, abilities: printerService.abilities(printer), family });
    if (status.trouble) return printerService.learn(printer.id, { trouble: status.trouble.text, warning: null });
    const answer = status.answers ? { verifiedAt: now(), warning: status.warnings[0] ?? null } : { warning: null };
    printerService.learn(printer.id, { at: now(), trouble: null, ...answer });
  }

  function askIdle(): void {
    for (const printer of options.printers()) {
      if (busy.has(printer.id) || !isIdle(printer)) continue;
      busy.add(printer.id);
      ask(printer)
        .catch(options.onDefect)
        .finally(() => busy.delete(printer.id));
    }
  }

  function isIdle({ id }: Printer): boolean {
    try {
      const { working, waiting } = store.queue.ofLane(printerLane(id));
      return working + waiting === 0;
    } catch (error) {
      options.onDefect(error);
      return false;
    }
  }

  askIdle();
  return time.every(EVERY_MS, askIdle, options.onDefect);
}
