import { parseArgs } from 'node:util';
import { startVirtualPrinter } from './virtual-printer.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9100' },
      'control-port': { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log('A virtual thermal printer.\n\n  node sandbox/printer/start.ts [--port N] [--control-port N] [--json]\n');
    return;
  }
  const ports = { port: portOf('--port', values.port), control_port: portOf('--control-port', values['control-port']) };
  const printer = await startVirtualPrinter(ports);
  const where = { printer_host: printer.host, printer_port: printer.port, printer_control_url: printer.control_url };
  console.log(
    values.json ? JSON.stringify(where) : `The printer listens on ${printer.host}:${printer.port}; its paper: ${printer.control_url}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void printer.close().then(() => process.exit(0)));
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new TypeError(`${option} must be a number from 0 to 65535.`);
  return port;
}

run().catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE' ? ' Another program uses that port.' : '';
  process.stderr.write(`The printer did not start: ${error.message}.${taken}\n`.replace('..', '.'));
  process.exit(1);
});
