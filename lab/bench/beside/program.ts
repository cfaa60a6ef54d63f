/** Starts baseline programs, and parts of the app measured alone, each as its own process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface Program {
  pid: number;
  /** The program's first output line. */
  output: string;
  end(): Promise<void>;
}

const SYNCS = 'fsync,fdatasync';

export const canSlowSyncs = (): boolean => spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

/** Resolves after the first output line. Rejects if it ends before. */
export function startProgram(file: string, ...words: string[]): Promise<Program> {
  return startWithSlowSyncs(0, file, ...words);
}

/** Every sync takes this much longer (strace), ms, as on a slower disk. */
export async function startWithSlowSyncs(ms: number, file: string, ...words: string[]): Promise<Program> {
  const delay = `-e trace=${SYNCS} -e inject=${SYNCS}:delay_exit=${ms * 1_000}`;
  const slowly = `strace -f --seccomp-bpf -o /dev/null ${delay}`.split(' ');
  const [program = '', ...args] = [...(ms > 0 ? slowly : []), process.execPath, file, ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and said nothing.`)));
  });
  child.stdout.resume();
  const pid = ms > 0 ? childOf(child.pid) : (child.pid ?? 0);
  return { pid, output, end: () => endOf(child, pid) };
}

export const portOf = ({ output }: Program): number => Number(new URL(JSON.parse(output).ingest_url).port);

const childOf = (pid = 0): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

function endOf(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.kill(pid, 'SIGKILL');
  return gone;
}
