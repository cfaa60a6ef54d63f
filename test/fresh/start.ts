/**
 * `npm run test:fresh`: README's two commands and the relay in a fresh clone, as an ordinary user, for each pair of Node and npm. Prints a
 * table.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endWith, readCommandLine } from '../setup/command-line.ts';

interface Pair {
  node: string;
  npm: string;
  /** The PATH: only this Node and this npm. */
  path: string;
}

interface Step {
  name: string;
  command: string;
  /** Once this is in the output, the step succeeded and is ended as by Ctrl-C. */
  endsAt?: RegExp;
  /** Required in the final output, and shown. */
  shows: RegExp;
  /** Must fail, with this as the first line not from npm. */
  fails?: boolean;
}

interface Outcome {
  step: string;
  passed: boolean;
  seconds: number;
  shown: string;
  output: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const NPM_MAJORS = ['11', '12'];
const NODE_MAJORS = ['22', '24'];
/** Time limit of a step on a busy computer. */
const LONGEST_MS = 900_000;
/** `nobody`, without rights on the checkout. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const WARNING = /^npm (?:warn|error).*/m;
const TOO_OLD = /^Tillbridge needs Node \d+ or later, and this is Node .*$/m;

const STEPS: readonly Step[] = [
  { name: 'npm ci', command: 'npm ci', shows: /^Tillbridge runs on Node .*$/m },
  { name: 'npm run demo', command: 'npm run demo', endsAt: /Your turn/, shows: /^ *lost +-?\d+\n *doubled +-?\d+$/m },
  { name: 'npm test', command: 'npm test', endsAt: /✓ +\w+ +test\//, shows: /✓ +\w+ +test\/.*$/m },
  {
    name: 'relay: npm ci --omit=dev',
    command: 'npm ci --omit=dev',
    shows: /^Tillbridge runs on Node .*$/m,
  },
  {
    name: 'npm run relay',
    command: 'npm run relay -- --data-dir ./relay-data',
    endsAt: /\/notifications/,
    shows: /^.*\/notifications.*$/m,
  },
];
/** Steps without the bundled Node, on a computer whose own Node is too old. */
const TOO_OLD_STEPS: readonly Step[] = [
  { name: 'too old: npm ci', command: 'npm ci --omit=optional', shows: TOO_OLD, fails: true },
  ...['npm run demo', 'npm start', 'npm test', 'npm run relay'].map((command) => ({
    name: `too old: ${command}`,
    command,
    shows: TOO_OLD,
    fails: true,
  })),
];

const { values } = readCommandLine({ options: { node: { type: 'string', multiple: true }, npm: { type: 'string', multiple: true } } });
if (process.platform === 'win32') endWith('npm run test:fresh needs Linux or macOS.');

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-fresh-'));
chmodSync(folder, 0o755);
/** A clone of the current commit. */
const project = join(folder, 'project');
const rows: { pair: Pair; outcomes: Outcome[] | string }[] = [];
try {
  output('git', ['clone', '--quiet', '--no-hardlinks', ROOT, project]);
  for (const pair of pairs()) {
    const why = whyNot(pair);
    rows.push({ pair, outcomes: why ?? (await tryPair(pair)) });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const { pair, outcomes } of rows) {
  const name = `Node ${pair.node}, npm ${pair.npm}`;
  if (typeof outcomes === 'string') console.log(`| ${name} | not tried: ${outcomes} |`);
  else
    for (const { step, passed, seconds, shown } of outcomes)
      console.log(`| ${name} | ${step} | ${passed ? 'passed' : 'FAILED'} | ${seconds} s | ${shown} |`);
}
const all = rows.flatMap(({ outcomes }) => (typeof outcomes === 'string' ? [] : outcomes));
const failed = all.filter(({ passed }) => !passed).length;
console.log(`${all.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && all.length > 0 ? 0 : 1;

function pairs(): Pair[] {
  const own = ownNode();
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const published = NODE_MAJORS.map((major) => join(fetched(`${name}@${newestOf(name, major)}`), 'bin', 'node'));
  const newest = join(fetched(`${name}@latest`), 'bin', 'node');
  const nodes = [...(own === null ? [] : [own]), ...published, newest].map((file) => ({
    file,
    version: output(file, ['--version']).slice(1),
  }));
  const npms = NPM_MAJORS.map((major) => newestOf('npm', major));
  return nodes
    .filter(({ version }, at) => nodes.findIndex((one) => one.version === version) === at)
    .filter(({ version }) => !values.node || values.node.includes(version.split('.')[0] ?? ''))
    .flatMap(({ file, version }) =>
      npms
        .filter((npm) => !values.npm || values.npm.includes(npm.split('.')[0] ?? ''))
        .map((npm) => ({ node: version, npm, path: pathOf(file, version, fetched(`npm@${npm}`), npm) })),
    );
}

/** Path of the computer's own Node, skipping npm's entries in PATH; null without one. */
function ownNode(): string | null {
  const found = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'));
  const file = found.map((place) => join(place, 'node')).find((one) => existsSync(one));
  return file === undefined ? null : realpathSync(file);
}

function newestOf(name: string, major: string): string {
  const versions = [JSON.parse(output('npm', ['view', `${name}@${major}`, 'version', '--json']))].flat() as string[];
  return versions.at(-1) ?? endWith(`The registry has no ${name}@${major}.`);
}

/** Downloads a published package; returns its folder. */
function fetched(spec: string): string {
  const to = join(folder, spec.replaceAll('/', '-'));
  if (existsSync(to)) return join(to, 'package');
  mkdirSync(to);
  const [{ filename }] = JSON.parse(output('npm', ['pack', '--json', '--pack-destination', to, spec])) as [{ filename: string }];
  output('tar', ['-xzf', join(to, filename), '-C', to]);
  return join(to, 'package');
}

function pathOf(node: string, version: string, npm: string, npmVersion: string): string {
  const path = join(folder, `path-${version}-${npmVersion}`);
  mkdirSync(path);
  symlinkSync(node, join(path, 'node'));
  // npm runs scripts with sh.
  symlinkSync('/bin/sh', join(path, 'sh'));
  for (const program of ['npm', 'npx']) {
    const file = join(npm, 'bin', `${program}-cli.js`);
    chmodSync(file, 0o755);
    symlinkSync(file, join(path, program));
  }
  return path;
}

/** npm's error if this npm doesn't run on this Node. */
function whyNot({ path }: Pair): string | null {
  const { status, stderr } = spawnSync(join(path, 'npm'), ['--version'], { encoding: 'utf8', env: { PATH: path } });
  const [, why = ''] = /(npm v\S+ (?:does not support|is known not to run on) Node\.js \S+)/.exec(stderr) ?? [];
  return why === '' && status === 0 ? null : why || stderr.trim();
}

async function tryPair(pair: Pair): Promise<Outcome[]> {
  const home = mkdtempSync(join(folder, 'home-'));
  const clone = join(home, 'tillbridge');
  output('git', ['clone', '--quiet', '--no-hardlinks', project, clone]);
  if (USER.uid !== undefined) output('chown', ['-R', `${USER.uid}:${USER.gid}`, home]);
  if (USER.uid !== undefined) chownSync(home, USER.uid, USER.gid);
  const outcomes: Outcome[] = [];
  const steps = Number(pair.node.split('.')[0]) < 24 ? [...STEPS, ...TOO_OLD_STEPS] : STEPS;
  for (const step of steps) {
    const outcome = await tryStep(step, pair, home, clone);
    console.log(`Node ${pair.node}, npm ${pair.npm}: ${step.name} ${outcome.passed ? 'passed' : 'FAILED'} after ${outcome.seconds} s`);
    if (!outcome.passed) console.log(outcome.output);
    outcomes.push(outcome);
  }
  rmSync(home, { recursive: true, force: true });
  return outcomes;
}

async function tryStep(step: Step, { path }: Pair, home: string, clone: string): Promise<Outcome> {
  const began = performance.now();
  const kept = Object.entries(process.env).filter(([name]) => /proxy|^SSL_CERT|^NODE_EXTRA_CA_CERTS$|^npm_config_registry$/i.test(name));
  const env = { ...Object.fromEntries(kept), HOME: home, PATH: path, LANG: 'C.UTF-8' };
  const child = spawn('/bin/sh', ['-c', step.command], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...USER });
  const stop = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // The process has ended.
    }
  };
  const limit = setTimeout(() => stop('SIGKILL'), LONGEST_MS);
  let text = '';
  let isEnding = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (isEnding || !step.endsAt?.test(plain(text))) return;
      isEnding = true;
      stop('SIGINT');
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  stop('SIGKILL');
  const printed = plain(text);
  const shown = step.shows.exec(printed)?.[0].trim() ?? '';
  const isRight = step.fails ? code !== 0 && firstLine(printed) === shown : isEnding || code === 0;
  const hasWarning = !step.fails && WARNING.test(printed);
  return {
    step: step.name,
    passed: isRight && shown !== '' && !hasWarning,
    seconds: Math.round((performance.now() - began) / 1_000),
    shown,
    output: printed,
  };
}

/** The project's first output line; npm's start with ">" or "npm". */
function firstLine(printed: string): string {
  return printed.split('\n').find((line) => line.trim() !== '' && !/^(?:>|npm )/.test(line)) ?? '';
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
  return text.replaceAll(/\x1b\[[0-9;]*m/g, '');
}

function output(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}
