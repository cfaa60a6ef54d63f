/** Really breaks a running app's disk (full, or failing writes and fsyncs), and repairs it. */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  dir: string;
  /** Leaves this many bytes free (whole 4 kB pages), by default none. Returns the repair. */
  fill(free?: number): () => void;
  /** Makes it read-only, while no file on it is open for writing. Returns the repair. */
  lock(): () => void;
  remove(): void;
}

let noDisk: { why: string | null } | undefined;

/** Null if disks can be mounted here, which needs root. */
export function whyNoBrokenDisk(): string | null {
  noDisk ??= { why: triedToMount() };
  return noDisk.why;
}

export function whyNoFailingCalls(): string | null {
  const tracer = spawnSync('strace', ['-V'], { stdio: 'ignore' });
  return whyNoBrokenDisk() ?? (tracer.status === 0 ? null : 'making calls fail needs strace');
}

function triedToMount(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'breaking a disk needs root on Linux';
  try {
    mountSmallDisk(1).remove();
    return null;
  } catch (error) {
    return `breaking a disk needs the right to mount: ${(error as Error).message.trim()}`;
  }
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir);
  return {
    dir,
    fill(free = 0) {
      const filler = join(dir, 'filler');
      for (const size of [1 << 20, 1 << 12]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
      if (free > 0) truncateSync(filler, statSync(filler).size - free);
      return () => rmSync(filler);
    },
    lock() {
      run('mount', '-o', 'remount,ro', dir);
      return () => run('mount', '-o', 'remount,rw', dir);
    },
    remove() {
      run('umount', '--lazy', dir);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Makes system calls of the process fail. Resolves with the repair. */
export async function failCalls(pid: number, what: 'fsync' | 'write' | 'lock'): Promise<() => Promise<void>> {
  const inject = { fsync: 'fsync,fdatasync:error=EIO', write: 'pwrite64:error=EIO', lock: 'fcntl:error=ENOLCK' }[what];
  const tracer = spawn('strace', ['-f', '-o', '/dev/null', '-e', `inject=${inject}`, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    tracer.stderr.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('attached')) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${output}`)));
  });
  return () =>
    new Promise((resolve) => {
      tracer.once('exit', () => resolve());
      tracer.kill('SIGINT');
    });
}

function run(...[command = '', ...args]: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
