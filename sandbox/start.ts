/** Starts the sandbox, alone or as a thread, and prints its addresses in one line. */

import { parseArgs } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { anyChance } from './chance.ts';
import { startVirtualPrinter } from './printer/virtual-printer.ts';
import { startSandbox } from './sandbox.ts';

const HELP = `The service in a box.

  npm run sandbox -- [options]

  --port N                       port for all its addresses; 0 uses a free one (default 4010)
  --printer-port N               also start a virtual thermal printer; 0 uses a free port
  --client-id ID                 partner credentials; generated if omitted
  --client-secret SECRET
  --effect-delay-ms N            how long after a 202 reads still show the old state
  --pickup-eta-delay-ms N        how long after an order was placed its pickup_eta is still null
  --notification-retry-ms N      the pause between two attempts of a notification (default 5000)
  --venue-path PATH              path of the venue resource, such as /venues/{venue_id}
  --private                      the control API and the printer's page get addresses that no one can guess
  --awkward                      at random, orders meet everything the service may do to a partner
  --seed N                       seed for --awkward; random, and printed, if omitted
  --without NAMES                troubles of --awkward to leave out, separated by commas
  --json                         one JSON line with its addresses and credentials, and nothing else
  --help

The control API is described in sandbox/README.md.
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      'printer-port': { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret': { type: 'string' },
      'effect-delay-ms': { type: 'string' },
      'pickup-eta-delay-ms': { type: 'string' },
      'notification-retry-ms': { type: 'string' },
      'venue-path': { type: 'string' },
      private: { type: 'boolean', default: false },
      awkward: { type: 'boolean', default: false },
      seed: { type: 'string' },
      without: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const awkward = values.awkward ? awkwardOptions(values) : null;
  const sandbox = await startSandbox({
    port: whole('--port', values.port),
    ...(values['client-id'] === undefined ? {} : { clientId: values['client-id'] }),
    ...(values['client-secret'] === undefined ? {} : { clientSecret: values['client-secret'] }),
    ...setting('effectDelayMs', '--effect-delay-ms', values['effect-delay-ms']),
    ...setting('pickupEtaDelayMs', '--pickup-eta-delay-ms', values['pickup-eta-delay-ms']),
    ...(values['venue-path'] === undefined ? {} : { venuePath: values['venue-path'] }),
    private: values.private,
    ...(awkward ? { awkward } : {}),
    ...setting('notificationRetryMs', '--notification-retry-ms', values['notification-retry-ms']),
  });
  const printer =
    values['printer-port'] === undefined
      ? null
      : await startVirtualPrinter({ port: whole('--printer-port', values['printer-port']), private: values.private });

  const { close, ...addresses } = sandbox;
  const printerAddresses = printer && { printer_host: printer.host, printer_port: printer.port, printer_control_url: printer.control_url };
  const all = { ...addresses, ...printerAddresses, ...(awkward ? { awkward_seed: awkward.seed } : {}) };
  if (values.json) process.stdout.write(`${JSON.stringify(all)}\n`);
  else
    process.stdout.write(
      `The service in a box is up. Stop it with Ctrl-C.\n${Object.entries(all)
        .map(([key, value]) => `  ${key.padEnd(20)} ${value}\n`)
        .join('')}`,
    );

  const stop = async () => {
    await Promise.all([close(), printer?.close()]);
    process.exit(0);
  };
  if (parentPort) parentPort.once('message', stop);
  else for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

function awkwardOptions({ seed, without }: { seed?: string | undefined; without?: string | undefined }) {
  return {
    seed: seed === undefined ? anyChance().below(1_000_000) : whole('--seed', seed),
    without: without === undefined ? [] : without.split(',').map((name) => name.trim()),
  };
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0) throw new TypeError(`${option} must be a whole number, 0 or more.`);
  return value;
}

function setting<K extends string>(key: K, option: string, text: string | undefined): { [P in K]?: number } {
  return text === undefined ? {} : ({ [key]: whole(option, text) } as { [P in K]: number });
}

run().catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE' ? ' Another program uses that port; choose another with --port.' : '';
  process.stderr.write(`The sandbox did not start: ${error.message}.${taken}\n`.replace('..', '.'));
  process.exit(1);
});
