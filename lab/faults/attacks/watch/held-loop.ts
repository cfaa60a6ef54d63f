/** How long an app's event loop was blocked, recorded in its own process by `loop-meter.js`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface HeldLoop {
  env: Record<string, string>;
  /** The longest turn ended since `at` (epoch ms), in ms of CPU time; 0 if none was recorded. */
  longestSince(at: number): number;
  [Symbol.dispose](): void;
}

export function heldLoop(): HeldLoop {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-loop-'));
  const file = join(folder, 'turns');
  const meter = new URL('./loop-meter.js', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import=${meter}`, TILLBRIDGE_LOOP_METER: file },
    longestSince(at) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return lines.reduce((longest, line) => {
        const [ended = 0, held = 0] = line.split(' ').map(Number);
        return ended >= at ? Math.max(longest, held) : longest;
      }, 0);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
