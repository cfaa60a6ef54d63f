import type { Problem, Sold, VenueKind } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { subjectOf } from '../../menu/changes.ts';
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import { queueChange } from '../../outbox/menu/queue-changes.ts';
import { type SettingsKeeper, venueSettings } from '../../settings/settings.ts';
import type { IntentEndpoint, MenuChangeRequest } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import type { MenuWork } from '../../view/menu/whole/menu-thread.ts';
import { DONE, UNKNOWN_VENUE } from '../answers.ts';
import type { By } from '../caller.ts';

export interface MenuCallsDeps {
  store: Store;
  time: Clocks;
  settings: SettingsKeeper;
  menuBook: MenuBook;
  menuWork: MenuWork;
  zoneOf: (venueId: string) => string;
}

export interface MenuChanges {
  /** The venue's kind; null until it's set. */
  kindOf(venueId: string): VenueKind | null;
  /** The ID used to change the item or value. */
  subjectIn(venueId: string, what: Sold): string;
  named(venueId: string, what: readonly Sold[]): string;
  wrongSubjects(venueId: string, what: readonly Sold[]): Problem | null;
  /** Queues changes in one transaction, with a journal line. */
  record(venueId: string, wanted: readonly Omit<MenuChangeRequest, 'venueId' | 'by'>[], note: Message, by: By | undefined): typeof DONE;
}

export const endpointOf = (what: Sold): IntentEndpoint => (what.kind === 'item' ? 'items' : 'option-values');

export function createMenuChanges({ store, time, settings, menuBook: book }: MenuCallsDeps): MenuChanges {
  const subjectIn = (venueId: string, what: Sold): string => (what.kind === 'item' ? book.subjectOf(venueId, what) : subjectOf(what));
  const isThere = (venueId: string, what: Sold): boolean =>
    (what.kind === 'item' ? book.item(venueId, subjectOf(what)) : book.value(venueId, what.id)) !== null;
  return {
    kindOf: (venueId) => venueSettings(settings.get(), venueId).sells,
    subjectIn,
    named(venueId, what) {
      const names = what.slice(0, 3).map((one) => book.nameOf(venueId, subjectIn(venueId, one)));
      return what.length > names.length ? `${names.join(', ')} (+${what.length - names.length})` : names.join(', ');
    },
    wrongSubjects(venueId, what) {
      if (!store.venues.get(venueId)) return UNKNOWN_VENUE;
      const missing = what.find((one) => !isThere(venueId, one));
      return missing ? { code: 'not-in-menu', text: message('menu.itemNotFound', { name: missing.id }) } : null;
    },
    record(venueId, wanted, note, by) {
      store.write(() => {
        for (const change of wanted) queueChange(store, time, { venueId, by: by?.name ?? null, ...change });
        store.menu.note(venueId, note, by?.name ?? null);
      });
      return DONE;
    },
  };
}
