/** A waiting system shell restarts the installed app after a crash, as the app has no supervisor. */
import { spawn } from 'node:child_process';
import { app } from 'electron';
import type { Time } from '../../../shared/time/time.ts';
import { afterDeath, argumentsOfNextStart, type Crashes, crashesAsWord, DIED_OF, LONG_ENOUGH_MS } from '../../app/keep-up/restarts.ts';
import { guardCommand } from './guard-command.ts';
import { programFile } from './program-file.ts';

const CAUSE = 'an unknown cause';

/** Restarts the app if it dies (native abort, out of memory), unless the returned function is called first. */
export function guardAgainstDeath(crashes: Crashes, time: Time): () => void {
  if (!app.isPackaged) return () => undefined;
  const soon = afterDeath(crashes, 0);
  const [word, late] = [crashesAsWord(soon.next), crashesAsWord(afterDeath(crashes, LONG_ENOUGH_MS).next)];
  const args = argumentsOfNextStart(process.argv.slice(1));
  const { file, args: words, env, detached } = guardCommand(process.platform, [programFile(), ...args], soon.waitMs / 1_000);
  const guard = spawn(file, words, {
    detached,
    windowsHide: true,
    windowsVerbatimArguments: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, [DIED_OF]: CAUSE, ...env },
  });
  // If the shell can't start or is killed, the app runs unguarded.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  guard.stdin.write(`${word}\n`);
  const noLater = time.after(LONG_ENOUGH_MS, () => guard.stdin.write(`${late}\n`));
  let isOver = false;
  return () => {
    noLater();
    if (isOver) return;
    isOver = true;
    guard.stdin.write('ends\n');
  };
}
