/** A file that takes the place of a printer's device in between: a link that points to both in turns. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printOnDevice } from '../../../../main/printing/transports/device-printer.ts';
import { until } from '../../../e2e/venue/venue.ts';
import type { Attack, Force, Outcome } from '../attack.ts';

const TREASURE = 'what nobody may lose\n'.repeat(200);
const run = promisify(execFile);

export const deviceFile: Attack = {
  wants: 'A file that takes the place of a printer’s device in between is printed into',
  async run(force) {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-no-printer-'));
    try {
      return await inBetween(force, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const isWhole = (path: string): boolean => readFileSync(path, 'utf8') === TREASURE;

/** Each turn is one renaming: at no moment is there no link. */
const TURNING = `
  const { renameSync, symlinkSync } = require('node:fs');
  const [link, ...targets] = process.argv.slice(1);
  for (;;) for (const target of targets) {
    symlinkSync(target, link + '.new');
    renameSync(link + '.new', link);
  }`;

/** A link that points to a printer and to a file in turns, as fast as it can be changed, while papers are printed through it. */
async function inBetween({ tries }: Force, folder: string): Promise<Outcome> {
  const treasure = join(folder, 'book.txt');
  const pipe = join(folder, 'pipe');
  const link = join(folder, 'turns');
  writeFileSync(treasure, TREASURE);
  await run('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe], { stdio: 'ignore' });
  const turner: ChildProcess = spawn(process.execPath, ['-e', TURNING, link, pipe, treasure], { stdio: 'ignore', detached: true });
  // A reader that never leaves, so that the pipe is a printer all the time.
  const holder = spawn('sh', ['-c', `exec 3<>"${pipe}"; sleep 600`], { stdio: 'ignore', detached: true });
  const count = tries(5_000);
  const outcomes = { sent: 0, refused: 0 };
  try {
    await until('the link', () => existsSync(link));
    for (let at = 0; at < count; at += 1) {
      const { outcome } = await printOnDevice(link, Buffer.from(`paper ${at}\n`), 300);
      outcomes[outcome === 'failed' ? 'refused' : 'sent'] += 1;
      if (!isWhole(treasure)) break;
    }
  } finally {
    reader.kill('SIGKILL');
    for (const { pid } of [turner, holder]) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }
  return {
    tried: count,
    reached: isWhole(treasure)
      ? []
      : [`after ${outcomes.sent + outcomes.refused} papers the file in the place of the printer was printed into`],
    figures: `${count} papers through a link that changed (${outcomes.sent} to the printer, ${outcomes.refused} refused)`,
  };
}
