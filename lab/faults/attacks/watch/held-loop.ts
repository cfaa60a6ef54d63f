/** How long an app in a process of its own let nobody else have a turn: what `loop-meter.js` wrote down there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface HeldLoop {
  /** For the process that is to be measured. */
  env: Record<string, string>;
  /** The longest turn that ended since this moment (epoch ms), in ms of processor time; 0 where none was worth writing down. */
  longestSince(at: number): number;
  close(): void;
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
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
