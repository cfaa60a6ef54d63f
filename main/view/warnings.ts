/** The warnings that belong to no order, each in words: a missed notification, a wrong clock, a damaged database, a disk in trouble. */

import { tellOfBackups } from '../monitor/tell-of-backups.ts';
import type { Order } from '../orders/order.ts';
import type { SettingsRecovery } from '../settings/recover-settings.ts';
import { LATER_SETTINGS } from '../settings/versions.ts';
import type { BackupNews } from '../store/backups/backups.ts';
import type { StorageTrouble } from '../store/file/storage-trouble.ts';
import type { Recovery } from '../store/recovery/recover.ts';
import type { Store } from '../store/store.ts';
import { durationText } from '../time/duration-text.ts';
import { timeText } from '../time/time-text.ts';
import type { Feed } from './feed.ts';
import type { Notices } from './notices.ts';

/** A clock that is off by less is nobody's worry. */
const WRONG_CLOCK_MS = 60_000;

export interface Warnings {
  /** After each reading: whether the notification that the order was placed ever came. */
  missed(order: Order, isNew: boolean): void;
  /** Whether the service knows of a waiting order that never arrived here. */
  missingAtService(missing: boolean): void;
  /** `aheadMs`: service clock minus this computer's. */
  clock(aheadMs: number): void;
  storage(trouble: StorageTrouble | null): void;
  /** What is in the way of the vault; null when it is open. */
  vault(inTheWay: { says: string; remedy: string } | null): void;
  /** A printer took a kitchen ticket and did, or did not, say that it is printed. */
  ticket(printer: { id: string; name: string }, isConfirmed: boolean): void;
  /** `onRead`: somebody has said that they have read it. */
  recovery(recovery: Recovery, onRead: () => void): void;
  settings(recovery: SettingsRecovery, onRead: () => void): void;
  backup(news: BackupNews): void;
  /** So many orders keep the names and addresses that should be erased. */
  notErased(orders: number): void;
  /** Erasing waits, or goes on: this computer and the service are more than a day apart about the time. */
  erasingWaits(waits: boolean): void;
  /** Tillbridge crashed, for the how-manieth time in a row, and is back. */
  crash(inARow: number): void;
  /** The manager's PIN was deleted from the vault by somebody. */
  pinGone(): void;
  /** It was taken away by the start command. */
  pinTakenAway(): void;
  /** Addresses of these places in the settings are not used any more. */
  addressesTakenOut(places: readonly string[]): void;
  /** A later version of Tillbridge wrote the settings; these of them are not known here. */
  laterSettings(passedOver: readonly string[]): void;
  /** The venue's own address could, or could not, be told of an unanswered order. */
  toldOutside(outcome: { told: boolean; says: string }): void;
}

export function createWarnings({ store, feed, notices }: { store: Store; feed: Feed; notices: Notices }): Warnings {
  const unconfirmed = new Set<string>();
  return {
    /** The first notification of an order can be lost for good: the service tries it three times, and there is no list to find it in. */
    missed({ id, number }, isNew) {
      const notice = `missed/${id}`;
      // Readings are many; only a new order, or one that was told of, is worth the look.
      if (!isNew && feed.get('notices', notice) === null) return;
      if (store.inbox.wasAnnounced(id)) return notices.clear(notice);
      if (!isNew) return;
      const says = `Order ${number} came in late: the notification that it was placed never arrived.`;
      notices.raise(notice, 'warning', says, 'Check that the service can reach this computer; others may have been missed.');
    },
    missingAtService(missing) {
      if (!missing) return notices.clear('missing-order');
      const remedy = 'Look into the merchant app, and check that notifications can reach this computer.';
      notices.raise('missing-order', 'warning', 'The service says that an order waits which never arrived here.', remedy);
    },
    clock(aheadMs) {
      if (Math.abs(aheadMs) < WRONG_CLOCK_MS) return notices.clear('clock');
      const off = durationText(Math.abs(aheadMs));
      const says = aheadMs > 0 ? `The clock of this computer is ${off} slow.` : `The clock of this computer is ${off} fast.`;
      const remedy = 'Set its date and time, best to automatic. Meanwhile timers, pickup times and paper go by the clock of the service.';
      notices.raise('clock', 'warning', says, remedy);
    },
    storage(trouble) {
      if (trouble) notices.raise('storage', 'error', trouble.says, trouble.remedy);
      else notices.clear('storage');
    },
    vault(inTheWay) {
      if (!inTheWay) return notices.clear('vault');
      const meanwhile = 'Until then nothing goes to the service and no notification can be trusted; papers and the till go on.';
      notices.raise('vault', 'error', `${inTheWay.says} ${meanwhile}`, inTheWay.remedy);
    },
    toldOutside({ told, says }) {
      if (told) return notices.clear('told-outside');
      const remedy = 'Check the address under Alarm in Settings; look after the order here.';
      notices.raise('told-outside', 'warning', `Your own address could not be told of an order that nobody answers. ${says}`, remedy);
    },
    ticket({ id, name }, isConfirmed) {
      const notice = `unconfirmed/${id}`;
      if (isConfirmed) return notices.clear(notice);
      // Once while Tillbridge runs: the printer's chip says it all the time.
      if (unconfirmed.has(id)) return;
      unconfirmed.add(id);
      const says = `The tickets on ${name} are sent, not confirmed: this printer does not say whether it printed them.`;
      notices.raise(notice, 'info', says, 'Look at the printer now and then; the detail of each order says what is known of its papers.');
    },
    laterSettings(passedOver) {
      const { code, says, remedy } = LATER_SETTINGS;
      const places = passedOver.join(', ');
      const unknown = `Not known here, and not in use: ${places}.`;
      notices.raise(code, 'warning', places === '' ? says : [says, unknown].join(' '), remedy);
    },
    addressesTakenOut(taken) {
      const places = taken.join(', ');
      const says = `An address in the settings is not safe and is not used any more: ${places}.`;
      const remedy =
        'Enter it again with https://. Plain http:// is for this computer, and for a till or a light in your own network where you allow it.';
      notices.raise('addresses', 'error', says, remedy, true);
    },
    pinGone() {
      const remedy = 'Enter the client secret of the connection under Settings, then set a new PIN; or start Tillbridge with --reset-pin.';
      notices.raise('pin', 'error', "The manager's PIN is gone from the vault. Settings stay closed.", remedy);
    },
    pinTakenAway() {
      notices.raise(
        'pin',
        'warning',
        "The manager's PIN was taken away by the start command (--reset-pin).",
        'Set a new one under Settings.',
      );
    },
    crash(inARow) {
      if (inARow > 2) {
        const says = `Tillbridge stopped unexpectedly ${inARow} times in a row and has started again by itself.`;
        const remedy =
          'In between it only took in notifications: look at the board for what is new. Save a support file in Diagnostics, so that the cause can be found.';
        return notices.raise('crash', 'warning', says, remedy);
      }
      const remedy = 'What was taken in and decided is kept. Save a support file in Diagnostics, so that the cause can be found.';
      notices.raise('crash', 'warning', 'Tillbridge stopped unexpectedly and has started again by itself.', remedy);
    },
    recovery({ why, aside, backupAt, orders }, onRead) {
      const next =
        backupAt === null
          ? 'There was no backup that could be used, so it begins empty.'
          : [`It goes on with the backup of ${timeText(backupAt)} UTC.`, `Orders in it: ${orders}.`].join(' ');
      const kept = aside === null ? [] : [`What was there is kept as ${aside}.`];
      const remedy =
        'Orders that came since then return with their next news; what was answered, refunded or ordered since is not known here: compare with the merchant app. Papers that may hang in the kitchen already are marked POSSIBLE COPY.';
      notices.raise('damaged', 'error', [RECOVERED[why], ...kept, next].join(' '), remedy, true, onRead);
    },
    settings({ why, aside, copyAt }, onRead) {
      const what =
        why === 'missing' ? 'The settings file of this computer was missing.' : 'The settings file of this computer could not be used.';
      const kept = aside === null ? [] : [`What was there is kept as ${aside}.`];
      const next =
        copyAt === null
          ? 'There was no copy of it, so the usual settings hold.'
          : `The settings are again those of ${timeText(copyAt)} UTC.`;
      const remedy =
        copyAt === null
          ? 'Enter the addresses, the printers and the till in Settings again.'
          : 'Look through Settings for what was changed since. The log in the data folder says what was wrong with the file.';
      notices.raise('settings', 'error', [what, ...kept, next].join(' '), remedy, true, onRead);
    },
    backup: tellOfBackups({ store, notices }),
    erasingWaits(waits) {
      if (!waits) return notices.clear('erasing-waits');
      const says = 'This computer and the service are more than a day apart about the date, so nothing old is erased for now.';
      const remedy =
        'Set the date and time of this computer, best to automatic. Names and addresses of old orders stay until the dates agree.';
      notices.raise('erasing-waits', 'warning', says, remedy);
    },
    notErased(orders) {
      if (orders === 0) return notices.clear('erase');
      const remedy = 'Save a support file in Diagnostics, so that the cause can be found. It is tried again every hour.';
      notices.raise('erase', 'warning', `Names and addresses of ${orders} ended orders could not be erased.`, remedy);
    },
  };
}

const RECOVERED: Record<Recovery['why'], string> = {
  damaged: 'The database of this computer was damaged.',
  missing: 'The database of this computer was missing.',
  empty: 'The database of this computer was empty.',
  emptied: 'All orders were gone from the database of this computer.',
  foreign: 'In the place of the database of this computer was a file that is not ours.',
  asked: 'The database of this computer was put back to a backup, as was asked for.',
};
