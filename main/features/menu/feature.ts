/** What is sold, and when: the copies of the menus, what is wanted of them, the venues' own status and opening times. */
import { CAUSE, noticeId, type SaleView } from '../../../contract/contract.ts';
import { type Message, message, type Text } from '../../../contract/message.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { StockMistake } from '../../menu/files/stock-file.ts';
import { keepEnds } from '../../outbox/menu/ends.ts';
import { createMenuBook, type MenuBook } from '../../outbox/menu/menu-book.ts';
import { keepStatus, resumeSending } from '../../outbox/menu/queue-changes.ts';
import { confirmByStatus, createMenuReadKind, wasWeekChangedElsewhere, wereHoursChangedHere } from '../../outbox/menu/read-back.ts';
import { createMenuChangeKinds } from '../../outbox/menu/send-changes.ts';
import { takeStock } from '../../outbox/menu/take-stock.ts';
import { venueSettings } from '../../settings/settings.ts';
import { lastByRule, pauseByRule } from '../../shift/pause-by-rule.ts';
import { piledUp } from '../../shift/piled-up.ts';
import { type GivesStock, watchStockFolder } from '../../till/stock-folder.ts';
import { listenForStock } from '../../till/stock-http.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { sheetLanguages } from '../../view/menu/menu-sheet.ts';
import { isPausedHere, saleView } from '../../view/menu/sale-view.ts';
import { createVenueAlerts } from '../../view/menu/venue-alerts.ts';
import { createMenuThread, type MenuWork } from '../../view/menu/whole/menu-thread.ts';
import { noticeOverduePauses } from '../../view/overdue-pause-notices.ts';
import type { Context } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMenuCalls } from './calls.ts';
import { createReadbackCalls } from './readback-calls.ts';
import { createStockCalls } from './stock-calls.ts';

interface Gives {
  menuBook: MenuBook;
  menuWork: MenuWork;
  /** The zone of the venue's opening times. */
  zoneOf: (venueId: string) => string;
  /** What a venue sells now, and when not. */
  saleOf: (venueId: string) => SaleView;
  /** A venue's status is asked for as soon as a change shows in it. */
  lookSoon: (venueId: string) => void;
}

export const menu = defineFeature({
  services: openSelling,
  calls: (given: Context & Gives) => ({ ...createMenuCalls(given), ...createReadbackCalls(given), ...createStockCalls(given) }),
  jobs: ({ store, time, menuApi, venueApi, settings, menuBook, menuWork, lookSoon }: Context & Gives) => [
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

/** A pause or a change of the hours shows in the status as soon as this, ms. */
const SHOWS_AFTER_MS = 1_500;

function openSelling(given: Context): Gives {
  const { feed, settings, time, onDefect, opened, news, store, notices, venueWatch } = given;
  const clock = time.service;
  const book = createMenuBook(store, time);
  const thread = createMenuThread(time, () => settings.get().service.currency_digits);
  opened.defer(thread.stop);
  const zone = ownTimeZone();
  const zoneOf = (venueId: string): string => venueSettings(settings.get(), venueId).time_zone ?? zone;
  /** Grows with each change; begins anew with the app, whose screens do too. */
  const versions = new Map<string, number>();
  opened.defer(
    store.onCommit(({ menus }) => {
      for (const id of menus) versions.set(id, (versions.get(id) ?? 0) + 1);
    }),
  );
  const kinds = (): Map<string, string> =>
    new Map(Object.entries(settings.get().venues).map(([id, { sells, time_zone: zone }]) => [id, `${sells} ${zone}`]));
  let kindsBefore = kinds();
  opened.defer(
    settings.onChange(() => {
      const now = kinds();
      for (const [id, kind] of now) if (kindsBefore.get(id) !== kind) versions.set(id, (versions.get(id) ?? 0) + 1);
      kindsBefore = now;
    }),
  );
  news.on('venueStatus', ({ venueId, status, body, askedAt }) => {
    try {
      if (wasWeekChangedElsewhere(store, venueId, status)) alerts.hoursChanged(venueId);
      alerts.statusRead(venueId, status, askedAt);
      store.write(() => {
        keepStatus(store, time, venueId, askedAt, { ...body });
        confirmByStatus(store, venueId, status, askedAt);
      });
    } catch (error) {
      onDefect(error);
    }
  });
  const looks = new Set<Cancel>();
  opened.defer(() => {
    for (const cancel of looks) cancel();
  });
  const lookSoon = (venueId: string): void => {
    const look = time.after(SHOWS_AFTER_MS, () => {
      looks.delete(look);
      venueWatch.askNow(venueId).catch(onDefect);
    });
    looks.add(look);
  };
  const nameOfVenue = (id: string): string => venueSettings(settings.get(), id).name ?? store.venues.get(id)?.name ?? id;
  const ofVenue = (id: string, text: Message): Message =>
    store.venues.all().length > 1 ? message('venue.message', { venue: nameOfVenue(id), text }) : text;
  const alerts = createVenueAlerts({
    store,
    notices,
    now: clock.now,
    isPaused: (venueId) => isPausedHere(store, venueId, clock.now()),
    wereHoursChangedHere: (venueId) => wereHoursChangedHere(store, venueId, clock.now()),
    ofVenue,
  });
  news.on('venueEvent', (event) => {
    if (!store.venues.get(event.venueId)) return;
    alerts.happened(event);
    // What is true the status says, and not the event.
    venueWatch.askNow(event.venueId).catch(onDefect);
    news.emit('orders');
  });
  /** Worked out at most so often: a board is drawn every two seconds, and a day of opening times takes some milliseconds. */
  const drawn = new Map<string, { version: number; at: number; view: SaleView }>();
  function saleOf(venueId: string): SaleView {
    const version = versions.get(venueId) ?? 0;
    const known = drawn.get(venueId);
    const alert = alerts.of(venueId);
    if (known?.version === version && time.monotonic() - known.at < DRAWN_FOR_MS) return withPiledUp(venueId, { ...known.view, alert });
    const view = saleView(store, venueId, version, clock.now(), zoneOf(venueId), alert);
    const { pause } = view;
    const byRule = pause?.asked === 'pause' ? lastByRule(store, venueId) : null;
    if (pause && byRule?.until === pause.until) pause.byRule = byRule.why;
    drawn.set(venueId, { version, at: time.monotonic(), view });
    return withPiledUp(venueId, view);
  }
  const cards = () => feed.ids('orders').flatMap((id) => feed.get('orders', id) ?? []);
  function withPiledUp(venueId: string, view: SaleView): SaleView {
    const piled = piledUp(cards(), venueId, view, clock.now());
    return piled === null ? view : { ...view, piledUp: piled };
  }
  // The Tillbridge whose database it is goes on with what is wanted.
  if (!store.readOnly) goOnSelling(given, book);
  const byRule = (id: string): string => noticeId(CAUSE.offline(id), 'by-rule');
  const callbacks = {
    onPaused: (id: string, text: Message, hint: Message) => notices.raise(byRule(id), 'warning', ofVenue(id, text), hint),
    onOver: (id: string) => notices.clear(byRule(id)),
  };
  if (!store.readOnly) opened.defer(pauseByRule({ store, time, settings: settings.get, cards, saleOf, ...callbacks, onDefect }));
  opened.defer(
    noticeOverduePauses({
      time,
      venueIds: () => store.venues.all().map(({ id }) => id),
      saleOf,
      nameOf: nameOfVenue,
      notices,
      onDefect,
    }),
  );
  return { menuBook: book, menuWork: thread.work, zoneOf, saleOf, lookSoon };
}

/** What is done by itself: whatever waits is sent, ends are kept, and a till's files of stock are taken. */
function goOnSelling({ settings, time, onDefect, opened, store, notices, secrets }: Context, book: MenuBook): void {
  resumeSending(store, time);
  time.service.onChange(() => {
    try {
      resumeSending(store, time);
    } catch (error) {
      onDefect(error);
    }
  });
  opened.defer(keepEnds({ store, time, onDefect }));
  const isShop = (venueId: string): boolean => !['restaurant', null].includes(venueSettings(settings.get(), venueId).sells);
  const tell = (id: string, hint: Message) => (text: Text | null) => {
    if (text === null) notices.clear(id);
    else notices.raise(id, 'warning', text, hint);
  };
  const given: Omit<GivesStock, 'venues' | 'onTrouble' | 'onRefused'> = {
    take: (venueId, stock, delivery) => takeStock({ store, time, book, isShop }, venueId, stock, delivery),
    onDefect,
  };
  const onRefused =
    (hint: Message) =>
    (name: string, [first]: readonly StockMistake[]) =>
      notices.raise(
        `stock-file/${name}`,
        'warning',
        message('stock.fileRejected', { name, line: first?.line ?? 1, text: first?.text ?? '' }),
        hint,
      );
  opened.defer(
    watchStockFolder({
      ...given,
      time,
      folder: () => settings.get().stock.folder,
      venues() {
        const venues = store.venues.all();
        return venues.map(({ id }) => ({ id, below: venues.length === 1 ? null : id }));
      },
      onTrouble: tell('stock-folder', message('stock.checkFolder')),
      onRefused: onRefused(message('stock.rejectedFileKept')),
    }),
  );
  const port = opened.use(
    listenForStock({
      ...given,
      time,
      port: () => settings.get().stock.http_port,
      key: secrets.stockKey,
      venueIds: () => store.venues.all().map(({ id }) => id),
      onTrouble: tell('stock-port', message('stock.chooseAnotherPort')),
      onRefused: onRefused(message('stock.tillGotList')),
    }),
  );
  opened.defer(settings.onChange(port.settingsChanged));
}

const DRAWN_FOR_MS = 10_000;
