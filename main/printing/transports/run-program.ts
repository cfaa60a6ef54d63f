/** Runs a print system's program, without a shell and with a time limit. */
import { execFile } from 'node:child_process';
import type { Cancel, Time } from '../../../shared/time/time.ts';

/** `missing`: couldn't be started. `late`: timed out and was killed. */
export type Ran = { is: 'ended'; isWell: boolean; stdout: string; stderr: string } | { is: 'missing' } | { is: 'late' };

/** Never rejects. Kills the program after `limitMs` and resolves. */
export function runProgram(
  time: Pick<Time, 'after'>,
  program: string,
  args: readonly string[],
  { limitMs, input }: { limitMs: number; input?: Buffer },
): Promise<Ran> {
  const over = new AbortController();
  let noLimit: Cancel | undefined;
  const ran = new Promise<Ran>((resolve) => {
    const options = { env: { ...process.env, LC_ALL: 'C' }, signal: over.signal, killSignal: 'SIGKILL' } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (over.signal.aborted) resolve({ is: 'late' });
      else if (error && typeof error.code === 'string') resolve({ is: 'missing' });
      else resolve({ is: 'ended', isWell: error === null, stdout, stderr });
    });
    noLimit = time.after(limitMs, () => over.abort());
    // The program may end without reading all input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
  return ran.finally(noLimit);
}
