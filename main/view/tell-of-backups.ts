/** What staff are told of backups: of one that was not made, or holds less than it should, and of the second copy. Nothing while all is well. */

import type { Answer } from '../../contract/contract.ts';
import { inARow, message, type Text } from '../../contract/message.ts';
import { type WhyNot, wordsFor } from '../files/folder-trouble.ts';
import type { BackupMade } from '../store/backups/backup-work.ts';
import { BackupFailed, type BackupNews } from '../store/backups/backups.ts';
import type { Outside } from '../store/backups/second-copy.ts';
import type { Store } from '../store/store.ts';
import type { Notices } from './notices.ts';

export function tellOfBackups({ store, notices }: { store: Pick<Store, 'backups'>; notices: Notices }): (news: BackupNews) => void {
  /** What is not wrong but worth knowing is told once a run. */
  const noted = new Set<string>();

  function notMade(why: WhyNot): void {
    // Whoever noticed that the database was taken away says so.
    if (why.code === 'replaced') return;
    const { level, says, remedy } = notMadeWords(why);
    notices.raise('backup', level, inARow(says, lastOne()), remedy, false);
  }

  /** Nothing where the folder cannot be read: what keeps a backup from being made may keep others from being seen. */
  function lastOne(): Text {
    try {
      const [last] = store.backups.kept();
      if (!last) return message('there-is-none-yet');
      return inARow(
        message('last-one-is-of', { time: { at: new Date(last.at).toISOString() } }),
        message('orders-in-it-orders', { orders: last.orders }),
      );
    } catch {
      return '';
    }
  }

  function made({ orders, notifications, fuller, outside }: BackupMade): void {
    notices.clear('backup');
    if (fuller) {
      const [hadOrders, hadNotifications] = [fuller.orders, fuller.notifications];
      const says = message('database-holds-orders-orders-and-notifications', {
        orders,
        notifications,
        time: { at: new Date(fuller.at).toISOString() },
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
      const { says, remedy } = notWritten(outside);
      return notices.raise('backup-outside', 'warning', says, inARow(message('backup-in-data-folder-stands'), remedy), false);
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
    if (news.is === 'failed') return notMade(news);
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
      outside === null ? [] : [outside.is === 'written' ? message('second-copy-was-written-as-well') : notWritten(outside).says];
    return { ok: true, value: { says: inARow(message('backup-was-made'), message('orders-in-it-orders', { orders }), ...second) } };
  } catch (error) {
    const why = error instanceof BackupFailed ? error : { code: 'unknown', at: '' };
    const { says, remedy } = notMadeWords(why);
    return { ok: false, problem: { code: 'backup', says, remedy } };
  }
}

function notMadeWords(why: WhyNot): { level: 'error' | 'warning'; says: Text; remedy: Text } {
  if (why.code === 'damaged') {
    const remedy = message('stop-tillbridge-and-start-it-again');
    return { level: 'error', says: message('no-backup-could-be-made-database'), remedy };
  }
  const words = wordsFor(why, {
    failed: message('no-backup-of-database-was-made'),
    failedBy: (code) => message('no-backup-of-database-could-be-made', { code }),
    full: message('no-backup-of-database-could-be'),
    isChosen: false,
  });
  return { level: 'warning', ...words };
}

/** What staff are told where there can be no second copy. */
export function notWritten(why: WhyNot): { says: Text; remedy: Text } {
  const remedy = message('choose-folder-on-another-disk-in');
  if (why.code === 'inside') return { says: message('folder-for-second-copy-of-backups-lies'), remedy };
  if (why.code === 'foreign') return { says: message('folder-for-second-copy-of-backups-belongs'), remedy };
  return wordsFor(why, {
    failed: message('second-copy-of-backup-was-not'),
    failedBy: (code) => message('second-copy-of-backup-could-not', { code }),
    missing: message('folder-for-second-copy-of-backups'),
    closed: message('folder-for-second-copy-of-backups-cannot'),
    full: message('disk-for-second-copy-of-backups'),
    isChosen: true,
  });
}
