/** The programs that a figure stands beside, and parts of ours that are measured alone: each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface Program {
  pid: number;
  /** The first line it said. */
  output: string;
  end(): Promise<void>;
}

/** With it each sync of the programs takes so much longer (strace), as on disks that are slower than this one, ms. */
const SYNC_MS = Number(process.env.SYNC_MS ?? 0);
const SYNCS = 'fsync,fdatasync';
const SLOWLY = [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-o',
  '/dev/null',
  '-e',
  `trace=${SYNCS}`,
  '-e',
  `inject=${SYNCS}:delay_exit=${SYNC_MS * 1_000}`,
];

/** Starts a file of this repository with its words; resolves with the first line that it says. Rejects where it ends before. */
export async function startProgram(file: string, ...words: string[]): Promise<Program> {
  const [program = '', ...args] = [...(SYNC_MS > 0 ? SLOWLY : []), process.execPath, file, ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and said nothing.`)));
  });
  child.stdout.resume();
  const pid = SYNC_MS > 0 ? childOf(child.pid) : (child.pid ?? 0);
  return { pid, output, end: () => endOf(child, pid) };
}

/** As an address that it said: the port of it. */
export const portOf = ({ output }: Program): number => Number(new URL(JSON.parse(output).ingest_url).port);

const childOf = (pid = 0): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

function endOf(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.kill(pid, 'SIGKILL');
  return gone;
}
