/** Runs vault steps in a child process, and kills it at a chosen system call to simulate a power cut. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, Step } from './vault-steps.ts';

export interface Run {
  results: Result[];
  killed: boolean;
}

/** An environment without a keychain. */
export const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };

/** Copies the app with only these packages; returns the script for `runSteps`. */
export function appWith(folder: string, packages: readonly string[]): string {
  const modules = join(folder, 'node_modules');
  for (const name of ['valibot', 'intl-messageformat', ...packages]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const part of ['main/vault', 'main/time', 'contract', 'shared', 'resources/locales', 'test/integration/vault'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return join(folder, 'test', 'integration', 'vault', 'vault-steps.ts');
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STEPS = fileURLToPath(new URL('vault-steps.ts', import.meta.url));

export async function runSteps(
  dataDir: string,
  steps: Step[],
  options: { env?: NodeJS.ProcessEnv; script?: string; killAt?: { call: string; nth: number } } = {},
): Promise<Run> {
  const { killAt } = options;
  const node = [process.execPath, options.script ?? STEPS, dataDir, JSON.stringify(steps)];
  const strace = killAt
    ? ['strace', '-f', '-o', '/dev/null', '-e', `trace=${killAt.call}`, '-e', `inject=${killAt.call}:signal=SIGKILL:when=${killAt.nth}`]
    : [];
  const [command = '', ...args] = [...strace, ...node];
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(command, args, {
    // One file thread and no Node cache, so that the nth call is always the same.
    env: {
      ...env,
      UV_THREADPOOL_SIZE: '1',
      NODE_OPTIONS: '',
      ...(killAt ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}),
      ...(options.env ?? NO_KEYCHAIN),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve([code, signal]));
  });
  // The steps kill themselves after printing their results.
  if (killAt && out === '' && signal === 'SIGKILL') return { results: [], killed: true };
  if (out === '') throw new Error(`The steps ended with ${code ?? signal}: ${err}`);
  return { results: JSON.parse(out) as Result[], killed: false };
}
