/** The warnings that belong to no order, each in words: a missed notification, a wrong clock, a damaged database, a disk in trouble. */
import type { Order } from '../orders/order.ts';
import type { Recovery } from '../store/recover.ts';
import type { StorageTrouble } from '../store/storage-trouble.ts';
import type { Store } from '../store/store.ts';
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
  recovery(recovery: Recovery): void;
  crash(): void;
  /** A printer took a kitchen ticket and did, or did not, say that it is printed. */
  ticket(printer: { id: string; name: string }, isConfirmed: boolean): void;
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
    crash() {
      const remedy = 'What was taken in and decided is kept. Save a support file in Diagnostics, so that the cause can be found.';
      notices.raise('crash', 'warning', 'Tillbridge stopped unexpectedly and has started again by itself.', remedy);
    },
    recovery({ aside, backupAt }) {
      const next =
        backupAt === null
          ? 'There was no backup, so it begins empty.'
          : `It goes on with the backup of ${new Date(backupAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
      const remedy =
        'Orders that came since then return with their next news; compare with the merchant app. Keep the damaged file for support.';
      notices.raise('damaged', 'error', `The database of this computer was damaged; it is kept as ${aside}. ${next}`, remedy, true);
    },
  };
}

function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
