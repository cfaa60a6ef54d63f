/**
 * `npm run test:windows`: the product on Windows, as far as Wine allows. Sets itself up, prints each check with its time, and fails if one
 * does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine } from '../../test/setup/command-line.ts';
import { startCups } from '../../test/setup/cups.ts';
import { CHECKS } from './checks.ts';
import { copyProduct, fetchNode, installPackages, makePrefix } from './set-up.ts';
import { openWine } from './wine.ts';

const HELP = `npm run test:windows -- [options]

  --only WORD      only the checks whose name has this word
  --folder FOLDER  set up there and keep it; what is there already is used again, except for the product itself
  --list           the names of the checks
  --help           this text

Needs Debian with wine64, cups-daemon, cups-client and socat (installed where this runs as root), 2 GB, and the npm registry.
`;

const { values } = readCommandLine({
  options: { only: { type: 'string' }, folder: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(HELP);
else if (values.list) console.log(CHECKS.map(({ name }) => name).join('\n'));
else process.exit(await check());

async function check(): Promise<number> {
  let failures = 0;
  const step = async (name: string, work: () => unknown): Promise<boolean> => {
    const began = performance.now();
    let why = '';
    try {
      await work();
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      failures += 1;
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1).padStart(6);
    console.log(`${why === '' ? 'ok  ' : 'FAIL'} ${seconds} s  ${name}${why === '' ? '' : `\n     ${why}`}`);
    return why === '';
  };
  const folder = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'tillbridge-windows-'));
  if (!(await step('set-up: packages of Debian', installPackages))) return 1;
  const cups = await startCups();
  const wine = openWine(folder, cups.server);
  const isWhole =
    (await step('set-up: Windows', () => makePrefix(wine))) &&
    (await step('set-up: Node for Windows', () => fetchNode(wine))) &&
    (await step('set-up: the product with its parts for Windows', () => copyProduct(wine)));
  const chosen = CHECKS.filter(({ name }) => name.includes(values.only ?? ''));
  if (isWhole) for (const { name, run } of chosen) await step(name, () => run(wine, cups));
  await wine.run(['wineboot', '-k'], 10_000);
  cups.close();
  if (!values.folder) rmSync(folder, { recursive: true, force: true });
  console.log(failures === 0 ? 'All is well on Windows, as far as Wine shows it.' : `${failures} failed.`);
  return failures === 0 ? 0 : 1;
}
