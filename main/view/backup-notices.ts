import type { Answer } from '../../contract/contract.ts';
import { joinSentences, message, type Text } from '../../contract/message.ts';
import { type WhyNot, wordsFor } from '../files/folder-trouble.ts';
import type { BackupMade } from '../store/backups/backup-work.ts';
import { type BackupEvent, BackupFailed } from '../store/backups/backups.ts';
import type { SecondCopyResult } from '../store/backups/second-copy.ts';
import type { Store } from '../store/store.ts';
import type { Notices } from './notices.ts';

export function noticeBackups({ store, notices }: { store: Pick<Store, 'backups'>; notices: Notices }): (news: BackupEvent) => void {
  /** Notices of harmless facts, raised once per run. */
  const noted = new Set<string>();

  function notMade(why: WhyNot): void {
    // A missing database is reported elsewhere.
    if (why.code === 'replaced') return;
    const { level, text, hint } = notMadeWords(why);
    notices.raise('backup', level, joinSentences(text, lastOne()), hint, false);
  }

  /** When the last backup was made. Empty if the folder can't be read, perhaps for the reason that the backup failed. */
  function lastOne(): Text {
    try {
      const [last] = store.backups.kept();
      return last ? message('backup.lastFrom', { time: { at: new Date(last.at).toISOString() } }) : message('backup.noneYet');
    } catch {
      return '';
    }
  }

  function made({ outside }: BackupMade): void {
    notices.clear('backup');
    if (outside) reportSecondCopy(outside);
    else notices.clear('backup-outside');
  }

  function reportSecondCopy(outside: SecondCopyResult): void {
    if (outside.is === 'failed') {
      const { text, hint } = notWritten(outside);
      return notices.raise('backup-outside', 'warning', text, joinSentences(message('backup.savedInDataFolder'), hint), false);
    }
    notices.clear('backup-outside');
    if (outside.but === null || noted.has(outside.but)) return;
    noted.add(outside.but);
    if (outside.but === 'open') {
      const text = message('backup.secondCopyReadable');
      notices.raise('backup-outside-open', 'info', text, message('backup.keepDiskSafe'));
    } else {
      const text = message('backup.secondCopySameDisk');
      notices.raise('backup-outside-disk', 'info', text, message('backup.chooseAnotherDisk'));
    }
  }

  return (news) => {
    if (news.is === 'made') return made(news.made);
    if (news.is === 'failed') return notMade(news);
    if (news.failed === 0) return notices.clear('backup-erase');
    const hint = message('backup.checkFoldersWritable');
    notices.raise('backup-erase', 'warning', message('erase.backupsFailed', { failed: news.failed }), hint);
  };
}

/** Resolves once the backup is verified. Problems also appear as notices. */
export async function makeBackup({ backups }: Pick<Store, 'backups'>): Promise<Answer<{ text: Text }>> {
  try {
    const { orders, outside } = await backups.make();
    const second = outside === null ? [] : [outside.is === 'written' ? message('backup.secondCopyWritten') : notWritten(outside).text];
    return { ok: true, value: { text: joinSentences(message('backup.made'), message('backup.ordersInIt', { orders }), ...second) } };
  } catch (error) {
    const why = error instanceof BackupFailed ? error : { code: 'unknown', at: '' };
    const { text, hint } = notMadeWords(why);
    return { ok: false, problem: { code: 'backup', text, hint } };
  }
}

function notMadeWords(why: WhyNot): { level: 'error' | 'warning'; text: Text; hint: Text } {
  if (why.code === 'damaged') {
    const hint = message('database.restartToRestore');
    return { level: 'error', text: message('backup.databaseDamaged'), hint };
  }
  const words = wordsFor(why, {
    failed: message('backup.notMade'),
    failedBy: (code) => message('backup.failed', { code }),
    full: message('backup.diskTooFull'),
    isChosen: false,
  });
  return { level: 'warning', ...words };
}

export function notWritten(why: WhyNot): { text: Text; hint: Text } {
  const hint = message('backup.chooseAnotherDisk');
  if (why.code === 'inside') return { text: message('backup.secondFolderInside'), hint };
  if (why.code === 'foreign') return { text: message('backup.secondFolderOtherOwner'), hint };
  return wordsFor(why, {
    failed: message('backup.secondCopyNotWritten'),
    failedBy: (code) => message('backup.secondCopyFailed', { code }),
    missing: message('backup.secondFolderMissing'),
    closed: message('backup.secondFolderNotWritable'),
    full: message('backup.secondDiskFull'),
    isChosen: true,
  });
}
