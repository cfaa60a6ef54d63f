/** Real NATS servers with JetStream, on loopback: one, or a cluster. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../main/demo/venue.ts';
import { until } from '../e2e/venue/venue.ts';

export interface NatsServer {
  url: string;
  /** As a power cut ends a process. */
  kill(): Promise<void>;
  /** The same server on the same disk and port. */
  start(): Promise<void>;
  /** It is there and does nothing. */
  freeze(): Promise<void>;
  goOn(): void;
  /** Its disk is lost. */
  wipe(): void;
  /** Puts its disk aside as it is now. Answers with what brings that back, as if nothing after it had reached the disk. */
  keepDisk(): () => void;
  /** It is over, and nothing is left of it. */
  remove(): Promise<void>;
}

/** Not started yet. Of one, without a cluster. `extra`: of its configuration, as lines. */
export async function openCluster(size: number, extra = ''): Promise<NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: size * 2 }, freePort));
  const routes = ports.slice(size).map((port) => `nats://127.0.0.1:${port}`);
  return routes.map((_, at) => {
    const cluster =
      size === 1
        ? ''
        : `cluster { name: test, listen: "127.0.0.1:${ports[size + at]}", routes: [${routes.map((one) => `"${one}"`).join(', ')}] }`;
    return natsServer(ports[at] ?? 0, `server_name: n${at}\n${cluster}\n${extra}`);
  });
}

function natsServer(port: number, more: string): NatsServer {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-nats-'));
  const store = join(folder, 'store');
  const config = join(folder, 'nats.conf');
  writeFileSync(config, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${store}", max_mem: 64M, max_file: 1G }\n${more}\n`);
  let program: ChildProcess | null = null;
  let log = '';

  async function kill(): Promise<void> {
    const running = program;
    program = null;
    if (!running) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }

  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    async start() {
      const path = [process.env.PATH, '/usr/sbin'].join(delimiter);
      const started = spawn('nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH: path } });
      program = started;
      started.stderr?.on('data', (part: Buffer) => (log += part.toString()));
      await until(`nats-server: ${log}`, async () => started.exitCode !== null || (await accepts(port)));
      if (started.exitCode !== null) throw new Error(`nats-server did not start: ${log}`);
    },
    async freeze() {
      const pid = program?.pid;
      program?.kill('SIGSTOP');
      // It takes a moment, and all of its threads.
      const states = (): string[] => readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8'));
      await until('the server to stand still', () => states().every((state) => state.includes(') T ')));
    },
    goOn: () => void program?.kill('SIGCONT'),
    wipe: () => rmSync(store, { recursive: true, force: true }),
    keepDisk() {
      const aside = join(folder, 'aside');
      cpSync(store, aside, { recursive: true });
      return () => {
        rmSync(store, { recursive: true, force: true });
        cpSync(aside, store, { recursive: true });
      };
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
