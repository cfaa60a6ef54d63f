/** The installed app has no supervisor. A system shell waits for its end, and restarts it after a crash. */
import { spawn } from 'node:child_process';
import { app } from 'electron';
import type { Time } from '../../../shared/time/time.ts';
import { afterDeath, argumentsOfNextStart, type Crashes, crashesAsWord, DIED_OF, LONG_ENOUGH_MS } from '../../app/keep-up/restarts.ts';
import { guardCommand } from './guard-command.ts';
import { programFile } from './program-file.ts';

const CAUSE = 'an unknown cause';

/**
 * From now on the app is started again where it dies (an abort of native code, memory that ran out), unless what this answers with was called
 * first. What it died of no one knows then.
 */
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
  // One that cannot be started, or was ended by someone, guards nothing; the app goes on.
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
