/** `npm run conformance -- --target FILE`: the interface document's rules against another service. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCommandLine } from '../setup/command-line.ts';

const { values } = readCommandLine({ options: { target: { type: 'string' }, help: { type: 'boolean', default: false } } });

if (values.help) {
  console.log(`The rules of the interface document, one test each.

  npm run conformance                     against the sandbox
  npm run conformance -- --target FILE    against the addresses in FILE

FILE is JSON as "npm run sandbox -- --json" prints it: auth_url, order_base_url, delivery_base_url, gateway_url, control_url,
client_id, client_secret. The control API places orders and moves the clock; sandbox/README.md describes it.
`);
} else {
  const target = values.target === undefined ? null : resolve(values.target);
  if (target !== null && !existsSync(target)) {
    console.error(`There is no file ${target}. "npm run sandbox -- --json > FILE" makes one.`);
    process.exit(1);
  }
  const env = { ...process.env, ...(target === null ? {} : { TILLBRIDGE_CONFORMANCE_TARGET: target }) };
  const { status } = spawnSync('vitest', ['run', 'test/conformance'], { stdio: 'inherit', env });
  process.exit(status ?? 1);
}
