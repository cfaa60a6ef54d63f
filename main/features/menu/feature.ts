import { CAUSE, noticeId, type OrderCard, type SaleView } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { scheduleSaleEnds } from '../../outbox/menu/ends.ts';
import { createMenuBook, type MenuBook } from '../../outbox/menu/menu-book.ts';
import { resumeSending } from '../../outbox/menu/queue-changes.ts';
import { createMenuReadKind } from '../../outbox/menu/read-back.ts';
import { createMenuChangeKinds } from '../../outbox/menu/send-changes.ts';
import { venueSettings } from '../../settings/settings.ts';
import { pauseByRule, type RulePauses } from '../../shift/pause-by-rule.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { sheetLanguages } from '../../view/menu/menu-sheet.ts';
import { createMenuThread, type MenuWork } from '../../view/menu/whole/menu-thread.ts';
import { noticeOverduePauses } from '../../view/overdue-pause-notices.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMenuCalls } from './calls.ts';
import type { MenuCallsDeps } from './menu-changes.ts';
import { createReadbackCalls } from './readback-calls.ts';
import { createRulePauses, NO_RULE_PAUSES, RULE_PAUSE_TABLE } from './rule-pauses.ts';
import { showSale } from './shown-sale.ts';
import { createStockCalls } from './stock-calls.ts';
import { takeTillStock } from './till-stock.ts';
import { askAfterChange, followVenues } from './venue-reports.ts';
import { countVersions } from './versions.ts';

type Dependencies = Kernel<
  'feed' | 'settings' | 'secrets' | 'time' | 'opened' | 'store' | 'notices' | 'appEvents' | 'venueWatch' | 'onDefect'
>;

interface OwnServices {
  menuBook: MenuBook;
  menuWork: MenuWork;
  /** The time zone of the venue's opening times. */
  zoneOf: (venueId: string) => string;
  saleOf: (venueId: string) => SaleView;
  lookSoon: (venueId: string) => void;
}

export const menu = defineFeature({
  name: 'menu',
  migrations: [RULE_PAUSE_TABLE],
  services: openSelling,
  calls: (given: MenuCallsDeps & Kernel<'secrets' | 'venueApi'>) => ({
    ...createMenuCalls(given),
    ...createReadbackCalls(given),
    ...createStockCalls(given),
  }),
  jobs: ({
    store,
    time,
    menuApi,
    venueApi,
    settings,
    menuBook,
    menuWork,
    lookSoon,
  }: Kernel<'store' | 'time' | 'menuApi' | 'venueApi' | 'settings'> & OwnServices) => [
    ...createMenuChangeKinds({ store, time, menuApi, venueApi, nameOf: menuBook.nameOf, onVenueChanged: lookSoon }),
    createMenuReadKind({
      store,
      time,
      menuApi,
      book: menuBook,
      takeApart: menuWork.read,
      languages: (venueId) => [...new Set([settings.get().screen.language ?? 'en', ...sheetLanguages(store, venueId)])],
    }),
  ],
});

function openSelling(given: Dependencies): OwnServices {
  const { feed, settings, time, opened, store } = given;
  const menuBook = createMenuBook(store, time);
  const menuWork = openThread(given);
  const zone = ownTimeZone();
  const zoneOf = (venueId: string): string => venueSettings(settings.get(), venueId).time_zone ?? zone;
  const cards = () => feed.ids('orders').flatMap((id) => feed.get('orders', id) ?? []);
  const nameOf = (id: string): string => venueSettings(settings.get(), id).name ?? store.venues.get(id)?.name ?? id;
  const ofVenue = (id: string, text: Message): Message =>
    store.venues.all().length > 1 ? message('venue.message', { venue: nameOf(id), text }) : text;
  const alerts = followVenues(given, ofVenue);
  const pauses = store.readOnly ? NO_RULE_PAUSES : createRulePauses(store);
  const saleOf = showSale(given, { versionOf: countVersions(given), zoneOf, alertOf: alerts.of, pauses, cards });
  // If the database is read-only, another Tillbridge owns it and sends.
  if (!store.readOnly) {
    keepSending(given);
    takeTillStock(given, menuBook);
    opened.defer(keepRule(given, { pauses, cards, saleOf, ofVenue }));
  }
  const { notices, onDefect } = given;
  const venueIds = () => store.venues.all().map(({ id }) => id);
  opened.defer(noticeOverduePauses({ time, venueIds, saleOf, nameOf, notices, onDefect }));
  return { menuBook, menuWork, zoneOf, saleOf, lookSoon: askAfterChange(given) };
}

function openThread({ time, settings, opened }: Kernel<'time' | 'settings' | 'opened'>): MenuWork {
  const thread = createMenuThread(time, () => settings.get().service.currency_digits);
  opened.defer(thread.stop);
  return thread.work;
}

/** Sends waiting changes and ends temporary ones. */
function keepSending({ store, time, opened, onDefect }: Kernel<'store' | 'time' | 'opened' | 'onDefect'>): void {
  resumeSending(store, time);
  time.service.onChange(() => {
    try {
      resumeSending(store, time);
    } catch (error) {
      onDefect(error);
    }
  });
  opened.defer(scheduleSaleEnds({ store, time, onDefect }));
}

/** Pauses venues by the rule; notices last as long as the pause. Returns a stop function. */
function keepRule(
  { store, time, settings, notices, onDefect }: Kernel<'store' | 'time' | 'settings' | 'notices' | 'onDefect'>,
  {
    pauses,
    cards,
    saleOf,
    ofVenue,
  }: {
    pauses: RulePauses;
    cards: () => readonly OrderCard[];
    saleOf: OwnServices['saleOf'];
    ofVenue: (id: string, text: Message) => Message;
  },
): () => void {
  const notice = (id: string): string => noticeId(CAUSE.offline(id), 'by-rule');
  return pauseByRule({
    store,
    time,
    pauses,
    settings: settings.get,
    cards,
    saleOf,
    onPaused: (id, text, hint) => notices.raise(notice(id), 'warning', ofVenue(id, text), hint),
    onOver: (id) => notices.clear(notice(id)),
    onDefect,
  });
}
