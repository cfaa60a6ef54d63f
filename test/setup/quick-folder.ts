/** The tests' temporary folder: in memory if possible, as disk flushes take longer than most tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const IN_MEMORY = '/dev/shm';
/** Free memory required; a whole run uses at most an eighth of it. */
const ROOM_BYTES = 1e9;
const NAME = /^tillbridge-tests-(\d+)$/;

/** Null without enough memory, or if programs can't run there. */
export function openQuickFolder(): string | null {
  // Under Wine, Linux folders are reachable, but not their processes.
  if (process.platform === 'win32') return null;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ROOM_BYTES) return null;
    clearLeftBehind();
    const folder = join(IN_MEMORY, `tillbridge-tests-${process.pid}`);
    mkdirSync(folder, { mode: 0o755 });
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'runs');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    rmSync(program);
    return folder;
  } catch {
    return null;
  }
}

/** Removes the folders of killed runs. */
function clearLeftBehind(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}
