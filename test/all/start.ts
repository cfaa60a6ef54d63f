/** `npm run test:all`: every test and long run, in parallel after the gate, those that measure alone at the end. Prints a table. */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { readCommandLine } from '../setup/command-line.ts';

interface Step {
  name: string;
  /** Node's arguments. */
  args: string[];
}

interface Result {
  name: string;
  passed: boolean;
  seconds: number;
}

readCommandLine({ options: {} });

const FAULTS = 'lab/faults/start.ts';
/** Compare milliseconds with a limit, or break their own limits on a busy computer. */
const MEASURING = [
  'printing',
  'venues',
  'webhooks',
  'listeners',
  'silent-connections',
  'unsigned-flood',
  'pipelining',
  'hostile-calls',
  'long-notes',
  'heavy-history',
  'sign-in-page',
];
/** Random planted faults: all of them run only before a release. */
const PLANTED_SAMPLE = '8';
/** The longest start first. */
const LONGEST = ['paper', 'network', 'touches', 'long', 'staff', 'test:browser', 'gallery', 'power'];
/** Most steps wait about half of their time. */
const SIDE_BY_SIDE = Math.ceil(availableParallelism() * 1.5);

const vitest = (...projects: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((name) => ['--project', name])];

const rank = ({ name }: Step) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length);
const faults = spawnSync(process.execPath, [FAULTS, '--list'], { encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
  .map((words): Step => ({ name: words, args: [FAULTS, ...words.split(' ')] }));
const isMeasuring = ({ name }: Step) => MEASURING.includes(name.split(' ').at(-1) ?? name);
const long: Step[] = [
  { name: 'gallery', args: ['lab/gallery/start.ts', '--check'] },
  { name: 'test:browser', args: vitest('browser') },
  { name: 'test:system', args: vitest('system') },
  { name: 'planted', args: ['test/planted/start.ts', '--sample', PLANTED_SAMPLE] },
  { name: 'test:fresh', args: ['test/fresh/start.ts'] },
  ...faults.filter((step) => !isMeasuring(step)),
].sort((one, other) => rank(one) - rank(other));

const results = [await inNpm('test')];
if (results[0]?.passed) {
  const waiting = [...long];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await run(step));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  for (const step of faults.filter(isMeasuring)) results.push(await run(step));
}

const failed = results.filter(({ passed }) => !passed);
for (const { name, passed, seconds } of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(32)} ${seconds} s`);
const left = results.length === 1 ? '; the long ones run the build of a gate that passed, so none was begun' : '';
console.log(`${results.length - failed.length} of ${results.length} passed${left}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Through npm, to include pre-scripts. */
function inNpm(script: string): Promise<Result> {
  return ended(script, spawn(`npm run --silent ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function run({ name, args }: Step): Promise<Result> {
  return ended(name, spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function ended(name: string, child: ReturnType<typeof spawn>): Promise<Result> {
  const began = performance.now();
  for (const output of [child.stdout, child.stderr])
    if (output) createInterface({ input: output }).on('line', (line) => console.log(`${name} | ${line}`));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { name, passed: code === 0, seconds: Math.round((performance.now() - began) / 1_000) };
}
