/** What the calls of the menu share: whose menu it is, what in it is meant, and saying something of it so that it is durable and in the journal. */
import type { Problem, Sold, VenueKind } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { subjectOf } from '../../menu/changes.ts';
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import { want } from '../../outbox/menu/want.ts';
import { type SettingsKeeper, venueSettings } from '../../settings/settings.ts';
import type { IntentEndpoint, Word } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/time.ts';
import type { MenuWork } from '../../view/menu/whole/menu-thread.ts';
import { DONE, UNKNOWN_VENUE } from '../answers.ts';
import type { By } from '../caller.ts';

export interface MenuCallsDeps {
  store: Store;
  time: Clocks;
  settings: SettingsKeeper;
  menuBook: MenuBook;
  menuWork: MenuWork;
  /** The zone of the venue's opening times. */
  zoneOf: (venueId: string) => string;
}

export interface Saying {
  /** Null until somebody said it. */
  kindOf(venueId: string): VenueKind | null;
  /** By which of its ids an item or value is changed. */
  subjectIn(venueId: string, what: Sold): string;
  /** Their names; of many the first three. */
  named(venueId: string, what: readonly Sold[]): string;
  wrongSubjects(venueId: string, what: readonly Sold[]): Problem | null;
  /** All of them are said in one transaction, with a line in the journal. */
  say(venueId: string, words: readonly Omit<Word, 'venueId' | 'by'>[], note: Message, by: By | undefined): typeof DONE;
}

export const endpointOf = (what: Sold): IntentEndpoint => (what.kind === 'item' ? 'items' : 'option-values');

export function createSaying({ store, time, settings, menuBook: book }: MenuCallsDeps): Saying {
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
    say(venueId, words, note, by) {
      store.write(() => {
        for (const word of words) want(store, time, { venueId, by: by?.name ?? null, ...word });
        store.menu.note(venueId, note, by?.name ?? null);
      });
      return DONE;
    },
  };
}
