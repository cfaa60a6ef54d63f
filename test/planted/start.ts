/** `npm run planted`: plants one fault at a time in a copy and expects its tests to fail, after they passed without it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chanceOf } from '../../lab/faults/seeded.ts';
import { endWith, readCommandLine } from '../setup/command-line.ts';
import { openQuickFolder } from '../setup/quick-folder.ts';
import { PLANTED } from './list.ts';
import { type Planted, plant, type Report, verdictOf } from './planted.ts';

const HELP = `Plants faults that the tests must see, one at a time, in a copy of this folder.

  npm run planted [-- options]

  --only NAME  this one; give it again for more
  --sample N   so many of them, chosen by chance
  --seed N     the same choice again
  --list       prints the names

Every entry is checked first: its old text must still be in its file, and its tests must be there.
`;

const { values } = readCommandLine({
  options: {
    only: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const ROOT = join(import.meta.dirname, '..', '..');
/** Limit for a test file, ms, as a fault may cause endless waiting. */
const LONGEST_MS = 10 * 60_000;
const PROJECTS = ['unit', 'parts', 'apart', 'story'];

const passing = new Map<string, boolean>();

if (values.help) console.log(HELP);
else if (values.list) for (const { name } of PLANTED) console.log(name);
else process.exitCode = runAll() ? 0 : 1;

function runAll(): boolean {
  const chosen = choose();
  const untrue = PLANTED.filter((fault) => !isTrue(fault));
  for (const { name, file } of untrue)
    console.log(`OUT OF DATE  ${name}: its old text does not stand once in ${file}, or a test file is not there. Write the fault anew.`);
  const copy = copyOfThis();
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const results = chosen.filter(isTrue).map((fault) => {
    const verdict = tryOne(copy, fault);
    console.log(`${verdict.padEnd(14)} ${fault.name.padEnd(46)} ${fault.file}`);
    return verdict;
  });
  const caught = results.filter((verdict) => verdict === 'caught').length;
  console.log(`${caught} caught, ${results.length - caught} missed${untrue.length > 0 ? `, ${untrue.length} out of date` : ''}`);
  return caught === results.length && untrue.length === 0;
}

function choose(): readonly Planted[] {
  const { only = [], sample } = values;
  const unknown = only.filter((name) => !PLANTED.some((fault) => fault.name === name));
  if (unknown.length > 0) endWith(`There is no planted fault ${unknown.join(', ')}. --list prints them.`);
  if (only.length > 0) return PLANTED.filter(({ name }) => only.includes(name));
  if (sample === undefined) return PLANTED;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const count = Number(sample);
  if (!(count > 0) || Number.isNaN(seed)) endWith('--sample and --seed need a number.');
  console.log(`--seed ${seed}`);
  return chanceOf(seed).some([...PLANTED], count);
}

function isTrue(fault: Planted): boolean {
  const isThere = fault.tests.length > 0 && fault.tests.every((path) => existsSync(join(ROOT, path)));
  return isThere && existsSync(join(ROOT, fault.file)) && plant(readFileSync(join(ROOT, fault.file), 'utf8'), fault) !== null;
}

function copyOfThis(): string {
  const copy = mkdtempSync(join(openQuickFolder() ?? tmpdir(), 'tillbridge-planted-'));
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const path of stdout.split('\0').filter((one) => one !== '' && !one.startsWith('lab/gallery/references/')))
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path));
  for (const folder of ['node_modules', 'out'])
    if (existsSync(join(ROOT, folder))) symlinkSync(join(ROOT, folder), join(copy, folder), 'junction');
  return copy;
}

function tryOne(copy: string, fault: Planted): string {
  const untried = fault.tests.filter((path) => !passing.has(path));
  if (untried.length > 0) {
    const alone = verdictOf(runTests(copy, untried));
    if (alone === 'broken') return alone;
    for (const path of untried) passing.set(path, alone === 'missed');
  }
  if (fault.tests.some((path) => !passing.get(path))) return 'red without it';
  const path = join(copy, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(source, fault) ?? source);
  try {
    return verdictOf(runTests(copy, fault.tests));
  } finally {
    writeFileSync(path, source);
  }
}

function runTests(copy: string, files: readonly string[]): Report | null {
  const outcome = join(copy, 'planted-report.json');
  rmSync(outcome, { force: true });
  const projects = PROJECTS.flatMap((name) => ['--project', name]);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    ...projects,
    '--retry',
    '0',
    '--reporter',
    'json',
    '--outputFile',
    outcome,
  ];
  spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: LONGEST_MS });
  return existsSync(outcome) ? (JSON.parse(readFileSync(outcome, 'utf8')) as Report) : null;
}
