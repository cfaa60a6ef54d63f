/** What staff are told of backups: of one that was not made, or holds less than it should, and of the second copy. Nothing while all is well. */
import type { Answer } from '../../contract/contract.ts';
import type { BackupMade } from '../store/backups/backup-work.ts';
import type { BackupNews } from '../store/backups/backups.ts';
import type { Outside } from '../store/backups/second-copy.ts';
import type { Store } from '../store/store.ts';
import { timeText } from '../time/time-text.ts';
import type { Notices } from '../view/notices.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

export function tellOfBackups({ store, notices }: { store: Pick<Store, 'backups'>; notices: Notices }): (news: BackupNews) => void {
  /** What is not wrong but worth knowing is told once a run. */
  const noted = new Set<string>();

  function notMade(code: string): void {
    // Whoever noticed that the database was taken away says so.
    if (code === 'replaced') return;
    const [last] = store.backups.kept();
    const { at, orders } = last ?? { at: 0, orders: 0 };
    const has = last ? [`The last one is of ${timeText(at)} UTC.`, `Orders in it: ${orders}.`].join(' ') : 'There is none yet.';
    const { level, says, remedy } = notMadeWords(code);
    notices.raise('backup', level, `${says} ${has}`, remedy, false);
  }

  function made({ orders, notifications, fuller, outside }: BackupMade): void {
    notices.clear('backup');
    if (fuller) {
      const [hadOrders, hadNotifications] = [fuller.orders, fuller.notifications];
      const says = `The database holds ${orders} orders and ${notifications} notifications: fewer than its backup of ${timeText(fuller.at)} UTC, with ${hadOrders} and ${hadNotifications}.`;
      const remedy =
        'Orders are never deleted by Tillbridge: find out what did. That backup is kept; starting with --restore-backup goes back to it.';
      notices.raise('emptier', 'error', says, remedy, true);
    }
    if (outside) tellOfOutside(outside);
    else notices.clear('backup-outside');
  }

  function tellOfOutside(outside: Outside): void {
    if (outside.is === 'failed') {
      const remedy =
        'The backup in the data folder was made. Look at the folder that Settings name, and whether its disk is plugged in; it is tried again by itself.';
      return notices.raise('backup-outside', 'warning', notWritten(outside.code), remedy, false);
    }
    notices.clear('backup-outside');
    if (outside.but === null || noted.has(outside.but)) return;
    noted.add(outside.but);
    if (outside.but === 'open') {
      const says = 'Others may read the second copy of the backups: its disk keeps no rights, or gives them to everybody.';
      notices.raise(
        'backup-outside-open',
        'info',
        says,
        'Keep that disk where only you can reach it, or choose another folder in Settings.',
      );
    } else {
      const says = 'The second copy of the backups is on the same disk as the data folder.';
      notices.raise('backup-outside-disk', 'info', says, 'Choose a folder on another disk in Settings: when this one fails both are gone.');
    }
  }

  return (news) => {
    if (news.is === 'made') return made(news.made);
    if (news.is === 'failed') return notMade(news.code);
    if (news.failed === 0) return notices.clear('backup-erase');
    const remedy = 'Look whether the folders of the backups can be written to. It is tried again every hour.';
    notices.raise(
      'backup-erase',
      'warning',
      `Names and addresses could not be erased from ${news.failed} backups of the database.`,
      remedy,
    );
  };
}

/** By hand: answers once the backup counts. What is wrong with it is told on the screen as well. */
export async function makeBackup({ backups }: Pick<Store, 'backups'>): Promise<Answer<{ says: string }>> {
  try {
    const { orders, outside } = await backups.make();
    const second = outside === null ? [] : [outside.is === 'written' ? 'The second copy was written as well.' : notWritten(outside.code)];
    return { ok: true, value: { says: ['A backup was made.', `Orders in it: ${orders}.`, ...second].join(' ') } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const { says, remedy } = notMadeWords(code);
    return { ok: false, problem: { code: 'backup', says, remedy } };
  }
}

function notMadeWords(code: string): { level: 'error' | 'warning'; says: string; remedy: string } {
  if (code === 'damaged') {
    const remedy = 'Stop Tillbridge and start it again: the damaged file is kept aside and the last backup takes its place.';
    return { level: 'error', says: 'No backup could be made: the database of this computer is damaged.', remedy };
  }
  const remedy = 'Free some space on the disk, and look at the data folder. It is tried again by itself.';
  if (FULL.has(code)) return { level: 'warning', says: 'No backup of the database could be made: the disk is too full.', remedy };
  return { level: 'warning', says: `No backup of the database could be made (${code}).`, remedy };
}

function notWritten(code: string): string {
  if (code === 'ENOENT') return 'The folder for the second copy of the backups is not there.';
  if (code === 'inside') return 'The folder for the second copy of the backups lies in the data folder: it would be lost together with it.';
  if (code === 'foreign') return 'The folder for the second copy of the backups belongs to somebody else.';
  if (FULL.has(code)) return 'The disk for the second copy of the backups is full.';
  if (CLOSED.has(code)) return 'The folder for the second copy of the backups cannot be written to.';
  return `The second copy of the backup could not be written (${code}).`;
}
