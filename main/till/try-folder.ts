/** Whether the till's folder can be written to now, by writing to it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message, type Text } from '../../contract/message.ts';
import { whyNot, wordsFor } from '../files/folder-trouble.ts';
import { makeFolderForOthers } from '../files/private-files.ts';

/** What is in the way, in words for staff; null where nothing is. Makes the folder where it is not there, as the first order would. */
export async function inTheWayOfTill(folder: string): Promise<{ says: Text; remedy: Text } | null> {
  const trial = join(folder, '.tillbridge-self-test');
  try {
    await makeFolderForOthers(folder);
    // The till's user may write here, too: a link left under this name would have another file of ours emptied.
    await rm(trial, { force: true });
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
    return null;
  } catch (error) {
    return wordsFor(whyNot(folder, error), {
      failed: message('tills-folder-cannot-be-written-to'),
      failedBy: (code) => message('tills-folder-cannot-be-used', { code }),
      full: message('disk-with-tills-folder-is-full'),
      isChosen: true,
    });
  }
}
