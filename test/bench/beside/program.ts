/** The programs that a figure stands beside, and parts of ours that are measured alone: each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Program {
  pid: number;
  /** The first line it said. */
  output: string;
  end(): Promise<void>;
}

/** Starts a file of this repository with its words; resolves with the first line that it says. Rejects where it ends before. */
export async function startProgram(file: string, ...words: string[]): Promise<Program> {
  const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and said nothing.`)));
  });
  child.stdout.resume();
  return { pid: child.pid ?? 0, output, end: () => endOf(child) };
}

/** As an address that it said: the port of it. */
export const portOf = ({ output }: Program): number => Number(new URL(JSON.parse(output).ingest_url).port);

function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return gone;
}
