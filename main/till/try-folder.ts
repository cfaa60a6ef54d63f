/** Checks whether the till's folders are usable, by using them. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { whyNot, wordsFor } from '../files/folder-trouble.ts';
import { makeFolderForOthers, writeForOthers } from '../files/private-files.ts';
import { inTime } from '../time/time-limit.ts';
import { FOLDER_LIMIT_MS } from './hot-folder.ts';

const TRIAL = '.tillbridge-self-test';

/** Null if usable. `isNew`: create it if missing. `isRead`: files are read from it. */
export async function tillFolderBlockedBy(
  time: Pick<Time, 'after'>,
  folder: string,
  { isNew, isRead = false }: { isNew: boolean; isRead?: boolean },
): Promise<{ text: Text; hint: Text } | null> {
  try {
    await inTime(time, folder, FOLDER_LIMIT_MS, async (late) => {
      if (isNew) await makeFolderForOthers(folder);
      if (isRead) await readdir(folder);
      await writeForOthers(folder, TRIAL, '', late);
      await rm(join(folder, TRIAL));
    });
    return null;
  } catch (error) {
    return tillFolderTrouble(folder, error);
  }
}

export function tillFolderTrouble(folder: string, error: unknown): { text: Text; hint: Text } {
  return wordsFor(whyNot(folder, error), {
    failed: message('till.folderNotWritable'),
    failedBy: (code) => message('till.folderUnusable', { code }),
    full: message('till.folderDiskFull'),
    isChosen: true,
  });
}
