/** Asks idle printers how they are, so that an empty roll is seen before the rush and not in it. */
import type { Store } from '../store/store.ts';
import { lane } from './plan.ts';
import type { Press } from './press.ts';
import type { Printer } from './printer.ts';
import { printerStatus } from './tcp-printer.ts';

const EVERY_MS = 10_000;

/** Returns the end of the watch. A printer with work in its lane is left alone: printing tells enough. */
export function watchPrinters(options: {
  store: Store;
  press: Press;
  printers: () => readonly Printer[];
  now: () => number;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, press } = options;
  const busy = new Set<string>();

  async function ask(printer: Printer): Promise<void> {
    const status = await printerStatus(
      { host: printer.host, port: printer.port },
      {
        abilities: press.abilities(printer),
        family: printer.family,
      },
    );
    const before = press.contact(printer.id);
    if (status.trouble) press.learn(printer.id, { at: before.at, trouble: status.trouble.says, warning: null });
    else press.learn(printer.id, { at: options.now(), trouble: null, warning: status.warnings[0] ?? null });
  }

  function askIdle(): void {
    for (const printer of options.printers()) {
      const { working, waiting } = store.queue.ofLane(lane(printer.id));
      // A device file and the system's queue answer no questions.
      if (printer.via !== 'network' || working + waiting > 0 || busy.has(printer.id)) continue;
      busy.add(printer.id);
      ask(printer)
        .catch(options.onDefect)
        .finally(() => busy.delete(printer.id));
    }
  }

  askIdle();
  const timer = setInterval(askIdle, EVERY_MS);
  return () => clearInterval(timer);
}
