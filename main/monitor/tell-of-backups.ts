/** What staff are told of backups: of one that was not made, or holds less than it should, and of the second copy. Nothing while all is well. */

import type { Answer } from '../../contract/contract.ts';
import { inARow, type Message, message, type Text } from '../../contract/message.ts';
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
    const has = last
      ? inARow(message('last-one-is-of-utc', { time: timeText(at) }), orders === null ? '' : message('orders-in-it-orders', { orders }))
      : message('there-is-none-yet');
    const { level, says, remedy } = notMadeWords(code);
    notices.raise('backup', level, inARow(says, has), remedy, false);
  }

  function made({ orders, notifications, fuller, outside }: BackupMade): void {
    notices.clear('backup');
    if (fuller) {
      const [hadOrders, hadNotifications] = [fuller.orders, fuller.notifications];
      const says = message('database-holds-orders-orders-and-notifications', {
        orders,
        notifications,
        time: timeText(fuller.at),
        hadOrders,
        hadNotifications,
      });
      const remedy = message('orders-are-never-deleted-by-tillbridge');
      notices.raise('emptier', 'error', says, remedy, true);
    }
    if (outside) tellOfOutside(outside);
    else notices.clear('backup-outside');
  }

  function tellOfOutside(outside: Outside): void {
    if (outside.is === 'failed') {
      const remedy = message('backup-in-data-folder-was-made');
      return notices.raise('backup-outside', 'warning', notWritten(outside.code), remedy, false);
    }
    notices.clear('backup-outside');
    if (outside.but === null || noted.has(outside.but)) return;
    noted.add(outside.but);
    if (outside.but === 'open') {
      const says = message('others-may-read-second-copy-of');
      notices.raise('backup-outside-open', 'info', says, message('keep-that-disk-where-only-you'));
    } else {
      const says = message('second-copy-of-backups-is-on');
      notices.raise('backup-outside-disk', 'info', says, message('choose-folder-on-another-disk-in'));
    }
  }

  return (news) => {
    if (news.is === 'made') return made(news.made);
    if (news.is === 'failed') return notMade(news.code);
    if (news.failed === 0) return notices.clear('backup-erase');
    const remedy = message('look-whether-folders-of-backups-can');
    notices.raise('backup-erase', 'warning', message('names-and-addresses-could-not-be', { failed: news.failed }), remedy);
  };
}

/** By hand: answers once the backup counts. What is wrong with it is told on the screen as well. */
export async function makeBackup({ backups }: Pick<Store, 'backups'>): Promise<Answer<{ says: Text }>> {
  try {
    const { orders, outside } = await backups.make();
    const second =
      outside === null ? [] : [outside.is === 'written' ? message('second-copy-was-written-as-well') : notWritten(outside.code)];
    return { ok: true, value: { says: inARow(message('backup-was-made'), message('orders-in-it-orders', { orders }), ...second) } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const { says, remedy } = notMadeWords(code);
    return { ok: false, problem: { code: 'backup', says, remedy } };
  }
}

function notMadeWords(code: string): { level: 'error' | 'warning'; says: Text; remedy: Text } {
  if (code === 'damaged') {
    const remedy = message('stop-tillbridge-and-start-it-again');
    return { level: 'error', says: message('no-backup-could-be-made-database'), remedy };
  }
  const remedy = message('free-some-space-on-disk-and');
  if (FULL.has(code)) return { level: 'warning', says: message('no-backup-of-database-could-be'), remedy };
  return { level: 'warning', says: message('no-backup-of-database-could-be-made', { code }), remedy };
}

function notWritten(code: string): Message {
  if (code === 'ENOENT') return message('folder-for-second-copy-of-backups');
  if (code === 'inside') return message('folder-for-second-copy-of-backups-lies');
  if (code === 'foreign') return message('folder-for-second-copy-of-backups-belongs');
  if (FULL.has(code)) return message('disk-for-second-copy-of-backups');
  if (CLOSED.has(code)) return message('folder-for-second-copy-of-backups-cannot');
  return message('second-copy-of-backup-could-not', { code });
}
