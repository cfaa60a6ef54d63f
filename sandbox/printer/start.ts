/** Starts the virtual printer alone. */
import { parseArgs } from 'node:util';
import { startVirtualPrinter } from './virtual-printer.ts';

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
} else {
  const printer = await startVirtualPrinter({ port: Number(values.port), control_port: Number(values['control-port']) });
  const where = { printer_host: printer.host, printer_port: printer.port, printer_control_url: printer.control_url };
  console.log(
    values.json ? JSON.stringify(where) : `The printer listens on ${printer.host}:${printer.port}; its paper: ${printer.control_url}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void printer.close().then(() => process.exit(0)));
}
