/** A Postgres cluster of the test's own on loopback, and its synchronous standby. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../main/demo/venue.ts';
import { testFolder } from './parts.ts';

type Ended = typeof onTestFinished;

const VERSIONS = '/usr/lib/postgresql';

export interface Postgres {
  url: string;
  /** Runs SQL as the owner of the cluster. */
  sql(text: string, database?: string): string;
  /** Ends all its processes at once, as a crash does. */
  kill(): void;
  start(): void;
  promote(): void;
}

/** Oldest first. */
const versions = (): string[] => readdirSync(VERSIONS).toSorted((one, other) => Number(one) - Number(other));
const program = (name: string): string => resolve(VERSIONS, versions().at(-1) ?? '', 'bin', name);

/** Postgres refuses to run as root. */
function run(command: string, args: readonly string[]): string {
  const isRoot = process.getuid?.() === 0;
  const [file, all] = isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program(command), ...args]]
    : [program(command), args];
  const { status, stdout, stderr } = spawnSync(file, all, { encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout.trim();
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
  const stop = (mode: 'fast' | 'immediate') => run('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']);
  let isRunning = false;
  ended(() => {
    if (isRunning) stop('immediate');
  });
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
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
      stop('immediate');
    },
    start() {
      run('pg_ctl', ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start']);
      isRunning = true;
    },
    promote: () => void run('pg_ctl', ['-D', data, '-w', 'promote']),
  };
}

export async function openPostgres(ended: Ended = onTestFinished): Promise<Postgres & { folder: string; port: number }> {
  const folder = ownFolder(ended);
  const port = await freePort();
  run('initdb', ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  appendFileSync(
    join(folder, 'data', 'postgresql.conf'),
    'max_connections = 60\nshared_buffers = 16MB\nwal_retrieve_retry_interval = 200ms\n',
  );
  const cluster = clusterIn(folder, port, ended);
  cluster.start();
  return { ...cluster, folder, port };
}

/** Commits at the primary wait for this standby from now on. */
export async function openStandby(primary: Postgres & { port: number }, ended: Ended = onTestFinished): Promise<Postgres> {
  const folder = ownFolder(ended);
  const port = await freePort();
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  run('pg_basebackup', ['-D', join(folder, 'data'), '-R', '-d', from]);
  const standby = clusterIn(folder, port, ended);
  standby.start();
  primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  primary.sql('SELECT pg_reload_conf()');
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
