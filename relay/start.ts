/** The relay's command line. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemTime } from '../shared/time/system-time.ts';
import { startRelay } from './relay.ts';
import { CannotStart, readSettings, SETTINGS_FILE } from './settings/settings-file.ts';

const HELP = `The relay: receives the service's webhooks for venues behind any router, and forwards them to their counters.

  npm run relay -- [options]                        run it
  npm run relay -- invite VENUE_ID... [--label NAME] [--group GROUP]
                                                    create a code for the counter of these venues
  npm run relay -- counters                         list the counters
  npm run relay -- status [GROUP]                   show what needs attention, by group
  npm run relay -- relays                           list the relays that share a database
  npm run relay -- revoke COUNTER_ID                revoke a counter's key
  npm run relay -- support COUNTER_ID --reason TEXT   ask its staff to send a support file; --withdraw ends that
  npm run relay -- support COUNTER_ID [--out FILE]  show their answer, and save the file

  npm run relay -- settings-key --by NAME           create the key that signs settings, for whoever manages counters
  npm run relay -- settings publish GROUP FILE.json   publish settings to a group of counters
  npm run relay -- settings show [GROUP]            show the published settings
  npm run relay -- settings rollback GROUP          publish the previous settings again

  --data-dir DIR         folder for webhooks and keys; one relay per folder (default ./relay-data)
  --settings FILE.json   use instead of relay.json in the data folder
  --port N               use instead of the port in the settings; 0 uses a free one
  --relay URL            of commands: a relay that runs elsewhere
  --operator-key FILE    its operator's key, then
  --key-file FILE        the key that signs settings (default ./settings.key); never in a relay's data folder
  --version N            of settings: the one to show or to go back to, or the number to publish them under
  --json                 print only one JSON line with its addresses and the operator's key; for commands, their answer
  --help

See docs/relay.md for how to run it on a small public machine.
`;

const SAME_SIGNAL_MS = 300;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string', default: 'relay-data' },
      settings: { type: 'string' },
      port: { type: 'string' },
      label: { type: 'string' },
      group: { type: 'string' },
      by: { type: 'string' },
      version: { type: 'string' },
      reason: { type: 'string' },
      out: { type: 'string' },
      withdraw: { type: 'boolean', default: false },
      'key-file': { type: 'string' },
      relay: { type: 'string' },
      'operator-key': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const dataDir = values['data-dir'];
  const [name, ...words] = positionals;
  if (name !== undefined) {
    const { COMMANDS } = await import('./command/commands.ts');
    const command = COMMANDS.get(name);
    if (!command) throw new CannotStart(`There is no command ${name}; --help lists them.`);
    const { 'data-dir': _, relay: url, 'key-file': keyFile, 'operator-key': operatorKeyFile, ...rest } = values;
    const typed = { ...rest, label: values.label, dataDir, words, now: systemTime.wall, url, keyFile, operatorKeyFile };
    return void process.stdout.write(`${await command(typed)}\n`);
  }
  const settingsFile = values.settings ?? join(dataDir, SETTINGS_FILE);
  const settings = readSettings(settingsFile, values.settings !== undefined);
  if (values.port !== undefined) settings.listen.port = portOf(values.port);
  const relay = await startRelay({ dataDir, settings, settingsFile, time: systemTime, onDefect: tell });

  if (values.json) process.stdout.write(`${JSON.stringify(relay.addresses)}\n`);
  else {
    const { operator_key: _, ...addresses } = relay.addresses;
    const lines = Object.entries(addresses).map(([key, value]) => `  ${key.padEnd(14)} ${value}\n`);
    process.stdout.write(
      `The relay is up. Stop it with Ctrl-C.\n${lines.join('')}  The operator's key is in ${join(dataDir, 'operator.key')}.\n`,
    );
  }
  const { orders, deliveries } = settings.webhook_secrets;
  if (orders.length === 0) process.stderr.write('No webhook secret of the order API is set: its notifications are refused.\n');
  if (deliveries.length === 0) process.stderr.write('No webhook secret of the delivery API is set: its events are refused.\n');
  stopAtSignal(async () => {
    await relay.drain();
    await relay[Symbol.asyncDispose]();
  });
}

/** A second signal ends the process at once; npm repeats the first. */
function stopAtSignal(stop: () => Promise<void>): void {
  let signalledAt: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const now = systemTime.monotonic();
      if (signalledAt !== null && now - signalledAt > SAME_SIGNAL_MS) process.exit(1);
      if (signalledAt === null) void stop().then(() => process.exit(0));
      signalledAt ??= now;
    });
}

/** When each error was last printed; the same one is printed at most once a minute. */
const reportedAt = new Map<string, number>();
function tell(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const now = systemTime.monotonic();
  if (now - (reportedAt.get(text) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
  if (reportedAt.size >= 100) reportedAt.clear();
  reportedAt.set(text, now);
  process.stderr.write(`${text}\n`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new CannotStart('--port must be a number from 0 to 65535.');
  return port;
}

/** Errors that the user can fix, such as an unknown option or an unwritable file. */
function isOfSystem(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^E[A-Z]+$|^ERR_PARSE_ARGS/.test(code);
}

run().catch((error: unknown) => {
  const isOurs = error instanceof CannotStart || isOfSystem(error);
  process.stderr.write(`${isOurs ? (error as Error).message.split('. To specify', 1)[0] : String((error as Error).stack)}\n`);
  process.exit(1);
});
