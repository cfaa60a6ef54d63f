/** The data folder on Windows: this user, the system and its administrators, and nobody else. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Exposure } from './private-files.ts';

const run = promisify(execFile);

const SYSTEM = 'S-1-5-18';
/** As root elsewhere: whoever is one can take any file of the computer. */
const ADMINISTRATORS = 'S-1-5-32-544';
/** Everybody, who is logged in, who has proved who he is, who has not, the computer's users, and its guests. */
const EVERYBODY = ['S-1-1-0', 'S-1-5-4', 'S-1-5-11', 'S-1-5-7', 'S-1-5-32-545', 'S-1-5-32-546'];

/**
 * What icacls is called with, one call after the other, all without a shell: the folder inherits nothing from the place it stands in and is
 * given to three; then everything in it inherits from the folder alone, whatever was granted on it before.
 */
export function rightsCalls(folder: string, userSid: string): string[][] {
  const all = (sid: string): string => `*${sid}:(OI)(CI)F`;
  return [
    [folder, '/inheritance:r', '/grant:r', all(userSid), all(SYSTEM), all(ADMINISTRATORS), '/q'],
    [folder, '/remove:g', ...EVERYBODY.map((sid) => `*${sid}`), '/q'],
    // Links are changed themselves, never what they lead to.
    [`${folder}\\*`, '/reset', '/t', '/l', '/q'],
  ];
}

/** From the answer of `whoami /user /fo csv /nh`: `"shop\anna","S-1-5-21-..."`. Null for anything else. */
export function userSidOf(answer: string): string | null {
  return /"(S-1-[0-9-]+)"\s*$/.exec(answer.trim())?.[1] ?? null;
}

/** Never rejects: what cannot be closed is told. */
export async function closeDataFolderOnWindows(dataDir: string): Promise<Exposure[]> {
  // By their full names: Windows looks into the current folder first.
  const tools = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  try {
    const { stdout } = await run(join(tools, 'whoami.exe'), ['/user', '/fo', 'csv', '/nh'], { windowsHide: true });
    const sid = userSidOf(stdout);
    if (sid === null) throw new Error('whoami named no user');
    for (const args of rightsCalls(dataDir, sid)) await run(join(tools, 'icacls.exe'), args, { windowsHide: true });
    return [];
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [
      {
        says: `The data folder ${dataDir} could not be closed to the other users of this computer: ${why}`,
        remedy: 'Open its properties in Windows, and under Security leave only the user who runs Tillbridge.',
      },
    ];
  }
}
