/** Ends a Chromium with all processes and removes its folder, also after its app was killed. */
import { rmSync } from 'node:fs';

export function removeBrowser({ pid, profile }: { pid: number; profile: string }): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
