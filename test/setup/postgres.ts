/** A Postgres cluster of the test's own on loopback, and its synchronous standby. */
import { execFile, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from '../../main/demo/venue.ts';
import { type Ended, testFolder } from './parts.ts';

const VERSIONS = '/usr/lib/postgresql';
const STANDBY = 'standby';

export interface Postgres {
  url: string;
  port: number;
  /** Runs SQL as the owner of the cluster. */
  sql(text: string, database?: string): string;
  /** Ends all its processes at once, as a crash does. */
  kill(): void;
  start(): void;
  /** To a primary without a standby. */
  promote(): Promise<void>;
  /** Becomes the synchronous standby of `primary`, with its data. */
  follow(primary: Postgres): Promise<void>;
}

export const hasPostgres = (): boolean => existsSync(VERSIONS);

/** Oldest first. */
const versions = (): string[] => readdirSync(VERSIONS).toSorted((one, other) => Number(one) - Number(other));
const program = (name: string): string => resolve(VERSIONS, versions().at(-1) ?? '', 'bin', name);

/** Postgres refuses to run as root. */
function asUser(command: string, args: readonly string[]): [file: string, args: readonly string[]] {
  if (process.getuid?.() !== 0) return [program(command), args];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program(command), ...args]];
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(...asUser(command, args), { encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout.trim();
}

async function runAside(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(...asUser(command, args), { cwd: '/' });
}

/** A folder that the cluster's user may write. */
function ownFolder(ended: Ended): string {
  const folder = testFolder(ended);
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((of) => Number(spawnSync('id', [of, 'postgres'], { encoding: 'utf8' }).stdout));
    if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.');
    chownSync(folder, uid, gid);
  }
  return folder;
}

function clusterIn(folder: string, port: number, ended: Ended): Postgres {
  const data = join(folder, 'data');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const start = ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start'];
  const stop = () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  let isRunning = false;
  ended(() => {
    if (isRunning) stop();
  });
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    sql: (text, database = 'postgres') =>
      run('psql', [
        '-X',
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-A',
        '-t',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-d',
        database,
        '-c',
        text,
      ]),
    kill() {
      isRunning = false;
      stop();
    },
    start() {
      run('pg_ctl', start);
      isRunning = true;
    },
    promote: () => runAside('pg_ctl', ['-D', data, '-w', 'promote']),
    async follow(primary) {
      rmSync(data, { recursive: true, force: true });
      const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
      await runAside('pg_basebackup', ['-D', data, '-R', '-c', 'fast', '-d', from]);
      await runAside('pg_ctl', start);
      isRunning = true;
      primary.sql(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
      primary.sql('SELECT pg_reload_conf()');
    },
  };
}

export async function openPostgres(ended: Ended = onTestFinished): Promise<Postgres> {
  const folder = ownFolder(ended);
  run('initdb', ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  appendFileSync(
    join(folder, 'data', 'postgresql.conf'),
    'max_connections = 60\nshared_buffers = 16MB\nwal_retrieve_retry_interval = 200ms\n',
  );
  const cluster = clusterIn(folder, await freePort(), ended);
  cluster.start();
  return cluster;
}

/** Commits at the primary wait for this standby from now on. */
export async function openStandby(primary: Postgres, ended: Ended = onTestFinished): Promise<Postgres> {
  const standby = clusterIn(ownFolder(ended), await freePort(), ended);
  await standby.follow(primary);
  return standby;
}

/** The address of a pgbouncer in transaction mode before that database. */
export async function openPooler(url: string, ended: Ended = onTestFinished): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const folder = ownFolder(ended);
  const pooled = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const pidFile = join(folder, 'pid');
  const own = ['auth_type = any', 'pool_mode = transaction', 'listen_addr = 127.0.0.1', `listen_port = ${pooled}`, 'unix_socket_dir ='];
  const lines = ['[databases]', `* = host=${hostname} port=${port} user=postgres`, '[pgbouncer]', ...own, `pidfile = ${pidFile}`, ''];
  writeFileSync(file, lines.join('\n'));
  run('/usr/sbin/pgbouncer', ['--daemon', file]);
  ended(() => void process.kill(Number(readFileSync(pidFile, 'utf8'))));
  return `postgresql://postgres@127.0.0.1:${pooled}${pathname}`;
}
