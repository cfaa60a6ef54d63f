import { CAUSE, durationText } from '../../contract/contract.ts';
import { joinSentences, type Message, message, type Text } from '../../contract/message.ts';
import { fontsFor } from '../printing/layout/text/system-fonts.ts';
import type { MissingGlyphs } from '../printing/spool/spool.ts';
import type { SettingsRecovery } from '../settings/recover-settings.ts';
import { LATER_SETTINGS } from '../settings/versions.ts';
import type { BackupEvent } from '../store/backups/backups.ts';
import type { StorageTrouble } from '../store/file/storage-trouble.ts';
import type { Recovery } from '../store/recovery/recover.ts';
import type { Store } from '../store/store.ts';
import { noticeBackups } from './backup-notices.ts';
import type { Notices } from './notices.ts';

/** Smaller differences aren't shown. */
const WRONG_CLOCK_MS = 60_000;

/** `venues`: names as from `namesAmongSeveral`. */
export function noneRings(venues: string): { text: Message; hint: Message } {
  const text = message('station.noneRings');
  return {
    text: venues === '' ? text : message('venue.message', { venue: venues, text }),
    hint: message('station.turnOneOn', { setting: message('settings.displays.unattended') }),
  };
}

export interface Warnings {
  /** An order waits at the service that never arrived here. */
  missingAtService(missing: boolean): void;
  /** An order that never arrived no longer waits at the service. */
  neverCame(): void;
  venueRefused(isRefused: boolean): void;
  /** `aheadMs`: service clock minus this computer's. */
  clock(aheadMs: number): void;
  storage(trouble: StorageTrouble | null): void;
  /** Notifications. `waiting`: in files, because the database rejects them. `defective`: kept out by a bug. */
  unstored(waiting: number, defective: number): void;
  /** Null if the vault is open. */
  vault(blockedBy: { text: Text; hint: Text } | null): void;
  ticket(printer: { id: string; name: string }, isConfirmed: boolean): void;
  /** The printout has boxes for letters without a font. */
  boxed(paper: MissingGlyphs): void;
  /** `onRead`: staff dismissed it. */
  recovery(recovery: Recovery, onRead: () => void): void;
  settings(recovery: SettingsRecovery, onRead: () => void): void;
  backup(news: BackupEvent): void;
  /** `orders`: how many still have personal data that should be erased. */
  notErased(orders: number): void;
  /** Erasing waits while this computer's clock and the service's differ by more than a day. */
  erasingWaits(waits: boolean): void;
  /** `inARow`: restarts after crashes. */
  crash(inARow: number): void;
  pinGone(): void;
  /** The start option removed the PIN. */
  pinTakenAway(): void;
  /** A later version wrote the settings; `passedOver` are unknown. */
  laterSettings(passedOver: readonly string[]): void;
  notifiedOutside(outcome: { notified: boolean; text: Text }): void;
  /** Unattended, without a connected station that rings; null ends it. */
  unheard(venues: string | null): void;
}

export function createWarnings({ store, notices }: { store: Store; notices: Notices }): Warnings {
  const unconfirmed = new Set<string>();
  return {
    missingAtService(missing) {
      if (!missing) return notices.clear('missing-order');
      const hint = message('webhook.checkAppAndReachable');
      notices.raise('missing-order', 'warning', message('order.missedWaiting'), hint, false);
    },
    neverCame() {
      // The notice stays until dismissed, as staff may miss it.
      const hint = message('webhook.checkAppAndReachable');
      notices.raise('never-came', 'error', message('order.missedNoLongerWaiting'), hint, true);
    },
    venueRefused(isRefused) {
      if (!isRefused) return notices.clear('venue-refused');
      const text = message('venue.statusRefused');
      notices.raise('venue-refused', 'warning', text, message('venue.checkPath'));
    },
    clock(aheadMs) {
      if (Math.abs(aheadMs) < WRONG_CLOCK_MS) return notices.clear('clock');
      const off = durationText(Math.abs(aheadMs));
      const text = aheadMs > 0 ? message('clock.slow', { off }) : message('clock.fast', { off });
      const hint = message('clock.setDate');
      notices.raise('clock', 'warning', text, hint);
    },
    storage(trouble) {
      if (trouble) notices.raise('storage', 'error', trouble.text, trouble.hint);
      else notices.clear('storage');
    },
    unstored(waiting, defective) {
      const hint = store.readOnly ? null : message('database.useMerchantApp');
      if (waiting === 0) notices.clear('notifications-waiting');
      else notices.raise('notifications-waiting', 'error', message('webhook.unstored', { count: waiting }), hint);
      if (defective === 0) return;
      notices.raise('notifications-set-aside', 'error', message('webhook.processingFailed'), message('app.restartWhenQuiet'), true);
    },
    vault(blockedBy) {
      if (!blockedBy) return notices.clear('vault');
      const meanwhile = message('vault.nothingSentMeanwhile');
      notices.raise('vault', 'error', joinSentences(blockedBy.text, meanwhile), blockedBy.hint);
    },
    notifiedOutside({ notified, text }) {
      if (notified) return notices.clear('notified-outside');
      const hint = message('alarm.checkAddress');
      notices.raise('notified-outside', 'warning', message('alarm.notifyFailed', { text }), hint);
    },
    unheard(venues) {
      if (venues === null) return notices.clear(CAUSE.unheard);
      const { text, hint } = noneRings(venues);
      notices.raise(CAUSE.unheard, 'warning', text, hint, false);
    },
    ticket({ id, name }, isConfirmed) {
      const notice = `unconfirmed/${id}`;
      if (isConfirmed) return notices.clear(notice);
      // Once per run; the printer's chip shows it all the time.
      if (unconfirmed.has(id)) return;
      unconfirmed.add(id);
      const text = message('printing.unconfirmedOn', { name });
      notices.raise(notice, 'info', text, message('printing.checkNowAndThen'));
    },
    boxed({ number, printer, letters }) {
      const text = message('printing.boxesOnPrintout', { number, printer });
      const fonts = fontsFor(letters).join(', ');
      // One notice for all printouts: a font fixes them all.
      notices.raise('boxed', 'warning', text, fonts === '' ? message('printing.installNoto') : message('printing.installFonts', { fonts }));
    },
    laterSettings(passedOver) {
      const { code, text, hint } = LATER_SETTINGS;
      const places = passedOver.join(', ');
      const unknown = message('settings.unknownParts', { places });
      notices.raise(code, 'warning', places === '' ? text : joinSentences(text, unknown), hint);
    },
    pinGone() {
      const hint = message('access.resetPinInSettings');
      notices.raise('pin', 'error', message('access.pinMissing'), hint);
    },
    pinTakenAway() {
      notices.raise('pin', 'warning', message('access.pinReset'), message('access.setNewPin'));
    },
    crash(inARow) {
      if (inARow > 2) {
        const text = message('app.crashedInRowRestarted', { inARow });
        const hint = message('app.onlyReceivedMeanwhile');
        return notices.raise('crash', 'warning', text, hint);
      }
      const hint = message('app.saveSupportFileForCause');
      notices.raise('crash', 'warning', message('app.crashedAndRestarted'), hint);
    },
    recovery({ why, aside, backupAt, orders }, onRead) {
      const next =
        backupAt === null
          ? message('database.startsEmpty')
          : joinSentences(
              message('database.continuesFromBackup', { time: { at: new Date(backupAt).toISOString() } }),
              orders === null ? '' : message('backup.ordersInIt', { orders }),
            );
      const kept = aside === null ? [] : [message('settings.previousSavedAs', { aside })];
      const hint = message('database.laterOrdersReturn');
      notices.raise('damaged', 'error', joinSentences(RECOVERED[why], ...kept, next), hint, true, onRead);
    },
    settings({ why, aside, copyAt }, onRead) {
      const what = why === 'missing' ? message('settings.fileWasMissing') : message('settings.fileUnusable');
      const kept = aside === null ? [] : [message('settings.previousSavedAs', { aside })];
      const next =
        copyAt === null
          ? message('settings.defaultsApply')
          : message('settings.restoredFrom', { time: { at: new Date(copyAt).toISOString() } });
      const hint = copyAt === null ? message('settings.enterAllAgain') : message('settings.checkForChanges');
      notices.raise('settings', 'error', joinSentences(what, ...kept, next), hint, true, onRead);
    },
    backup: noticeBackups({ store, notices }),
    erasingWaits(waits) {
      if (!waits) return notices.clear('erasing-waits');
      const text = message('clock.dateDiffers');
      const hint = message('clock.setDateKeepsNames');
      notices.raise('erasing-waits', 'warning', text, hint);
    },
    notErased(orders) {
      if (orders === 0) return notices.clear('erase');
      const hint = message('app.saveSupportFile');
      notices.raise('erase', 'warning', message('erase.ordersFailed', { orders }), hint);
    },
  };
}

const RECOVERED: Record<Recovery['why'], Message> = {
  damaged: message('database.wasDamaged'),
  missing: message('database.wasMissing'),
  empty: message('database.wasEmpty'),
  emptied: message('database.ordersMissing'),
  foreign: message('database.wasReplaced'),
  asked: message('database.restoredAsRequested'),
};
