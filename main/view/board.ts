/** Updates the feed: rebuilds the affected cards, printers and venues after every commit. */

import { type AppView, MOST_ENDED, type SaleView, type Settings, type StepView } from '../../contract/contract.ts';
import { isSame, message, type Text } from '../../contract/message.ts';
import { isSyntheticId } from '../../contract/order-id.ts';
import { isUnknownAtService, readingOf } from '../intake/reading/read-order.ts';
import type { VenueWatch } from '../intake/watch-venues.ts';
import { claimedStage, UNREADABLE_RETRY_MS } from '../orders/claim.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { digitsBy } from '../orders/money/money.ts';
import { isOpen } from '../orders/stage.ts';
import { commandStatus } from '../outbox/command-status.ts';
import { EFFECT_WAIT_MS } from '../outbox/commands.ts';
import { operationStatus } from '../outbox/operation-status.ts';
import { causeOfRejection } from '../outbox/rejection-cause.ts';
import { paperStatus } from '../printing/spool/paper-status.ts';
import { printerLane } from '../printing/spool/plan.ts';
import type { PrinterContact } from '../printing/spool/printer-service.ts';
import { placeOf } from '../printing/transports/printer.ts';
import { venueSettings } from '../settings/settings.ts';
import type { PrepCoach } from '../shift/prep-coach.ts';
import type { ShiftWork } from '../shift/shift.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import type { StatusClaim } from '../store/rows/claim-rows.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { tillStatus } from '../till/hand-off.ts';
import type { Clocks } from '../time/service-clock.ts';
import { timeSlice } from '../time/yielding.ts';
import { orderCard } from './card/card.ts';
import { deliveryView, isOnDesk, ON_DESK_MS } from './card/delivery-card.ts';
import { otherFailures } from './card/other-failures.ts';
import { bareCard, UNREAD_AFTER_MS, unreadCard } from './card/unread-card.ts';
import type { Feed } from './feed.ts';
import { kitchenWork } from './kitchen-work.ts';
import { printerState } from './printer-state.ts';
import { createRound } from './round.ts';

const SHOW_ENDED_MS = 12 * 3600_000;
const SWEEP_MS = 2_000;
const DAY_MS = 24 * 3600_000;
/** Section 3.3: a refresh token is valid for 30 days. */
const REFRESH_TOKEN_DAYS = 30;

/** States of printouts that a printer can still delay. */
const WAITS: ReadonlySet<StepView['state']> = new Set(['waiting', 'working', 'stuck']);

export interface Board extends Disposable {
  refresh(): void;
  refreshApp(): void;
  refreshPrinters(): void;
}

export function startBoard(options: {
  store: Store;
  feed: Feed;
  time: Clocks;
  settings: { get(): Settings };
  printerService: { contact(printerId: string): PrinterContact };
  venueWatch: Pick<VenueWatch, 'isOpen' | 'acceptsItself'>;
  deadlineRules: (venueId: string) => DeadlineRules;
  work: Pick<ShiftWork, 'rushMinutes' | 'waitsForAllergy'>;
  saleOf: (venueId: string) => SaleView;
  /** Suggests extra minutes from the venue's history; `alongside`: orders being prepared. */
  coach: PrepCoach;
  app: () => Omit<AppView, 'failedJobs' | 'clockOffsetMs'>;
  /** Reports each defect once, and storage errors. */
  onDefect: (error: unknown) => void;
}): Board {
  const { store, feed, time } = options;
  const { wall: now, service: clock } = time;
  /** Printer troubles as shown on cards. */
  const troubles = new Map<string, Text>();
  const broken = new Set<string>();

  /** Draws one entry. A defect is reported once, hides nothing else, and draws `instead`. Throws storage errors. */
  function attempt(what: string, work: () => void, instead: () => void = () => undefined): void {
    try {
      work();
      broken.delete(what);
    } catch (error) {
      if (storageTroubleOf(error)) throw error;
      if (!broken.has(what)) options.onDefect(new Error(`not shown: ${what}`, { cause: error }));
      broken.add(what);
      instead();
    }
  }

  function showOrder(id: string): void {
    attempt(`order ${id}`, () => {
      const row = store.orders.get(id);
      if (row) return isShown(row) ? showRow(row) : feed.set('orders', id, null);
      const claim = store.claims.get(id);
      if (claim) showClaim(claim);
      else feed.set('orders', id, null);
    });
  }

  /** With a read-only database there's no alarm, as no tap could end it. */
  function quietly<Row extends { alerting: boolean }>(row: Row): Row {
    return store.readOnly && row.alerting ? { ...row, alerting: false } : row;
  }

  /** Falls back to a bare card: an invisible order is lost. */
  function showRow(given: OrderRow): void {
    const row = quietly(given);
    const { order, noticedAt, alerting, open: isOpen } = row;
    attempt(
      `card of order ${order.id}`,
      () => feed.set('orders', order.id, card(row)),
      () => showBare({ id: order.id, venueId: order.venueId, noticedAt, alerting, isOpen }),
    );
  }

  function showClaim(given: StatusClaim): void {
    const claim = quietly(given);
    const { orderId: id, noticedAt, alerting } = claim;
    if (!isUnread(claim)) return feed.set('orders', id, null);
    attempt(
      `card of order ${id}`,
      () => feed.set('orders', id, unread(claim)),
      () => showBare({ id, venueId: claim.venueId ?? '', noticedAt, alerting, isOpen: true }),
    );
  }

  function showBare({ noticedAt, ...order }: { id: string; venueId: string; noticedAt: number; alerting: boolean; isOpen: boolean }): void {
    feed.set('orders', order.id, bareCard({ ...order, venueName: order.venueId, at: clock.iso(noticedAt) }));
  }

  /** Whether it's unread for longer than most reads take, while reading is retried. */
  function isUnread(claim: StatusClaim): boolean {
    const since = store.claims.sinceNoticed(claim);
    return since > UNREAD_AFTER_MS && since < UNREADABLE_RETRY_MS;
  }

  function unread(claim: StatusClaim) {
    const venue = venueSettings(options.settings.get(), claim.venueId ?? '');
    const known = store.venues.get(claim.venueId ?? '');
    return unreadCard(claim, {
      venueName: venue.name ?? known?.name ?? claim.venueId ?? '',
      flavour: venue.flavour,
      ...options.deadlineRules(claim.venueId ?? ''),
      iso: clock.iso,
      isUnknown: isUnknownAtService(store, claim),
      reading: howReadingGoes(claim),
    });
  }

  function howReadingGoes({ orderId, venueId }: StatusClaim): 'goes-on' | 'no-access' | 'failed' | 'given-up' {
    if (isSyntheticId(orderId)) return 'given-up';
    const state = readingOf(store, orderId)?.state;
    if (state === 'failed' || state === 'given-up') return state;
    // A notification may lack the venue; with a single venue it's clear.
    const venues = store.venues.all().filter(({ id }) => venueId === null || id === venueId);
    return venues.length > 0 && venues.every((venue) => venue.state === 'reconnect') ? 'no-access' : 'goes-on';
  }

  function showUnread(): void {
    for (const claim of store.claims.unread()) showClaim(claim);
  }

  /** Limits ended orders on screens: the oldest leave first. */
  function trimEnded(): void {
    const ended = feed.ids('orders').flatMap((id) => {
      const endedAt = feed.get('orders', id)?.endedAt;
      const rings = feed.get('orders', id)?.cancelled === 'unseen' || feed.get('orders', id)?.alerting;
      return endedAt && !rings ? [{ id, endedAt }] : [];
    });
    ended.sort((a, b) => b.endedAt.localeCompare(a.endedAt));
    for (const { id } of ended.slice(MOST_ENDED)) feed.set('orders', id, null);
  }

  function isShown(row: OrderRow): boolean {
    return row.open || row.alerting || (row.endedAt ?? 0) > now() - SHOW_ENDED_MS;
  }

  function card(row: OrderRow) {
    const settings = options.settings.get();
    const venue = venueSettings(settings, row.order.venueId);
    const jobs = store.queue.ofOrder(row.order.id);
    const { flavour } = venue;
    const rules = options.deadlineRules(row.order.venueId);
    return orderCard(row, {
      ...rules,
      venueName: venue.name ?? row.order.venueName ?? row.order.venueId,
      flavour,
      currencyDigits: digitsBy(settings.service),
      papers: paperStatus(jobs, {
        printers: settings.printers,
        troubleOf: (printerId) => options.printerService.contact(printerId).trouble,
        ledger: () => store.ledger.of(row.order.id),
      }),
      till: tillStatus(jobs),
      hasTill: settings.pos.kind !== 'ticket-only',
      commands: commandStatus(row, jobs, { flavour, now: now(), monotonic: time.monotonic() }),
      operations: operationStatus(jobs, isOpen(row.stage)),
      otherFailures: otherFailures(jobs),
      placedAt: store.history.placedAt(row),
      rejected: causeOfRejection(store, row, jobs, rules),
      rushMinutes: options.work.rushMinutes(),
      waitsForAllergy: row.stage === 'awaiting-acceptance' && options.work.waitsForAllergy(row.order),
      suggested: row.stage === 'awaiting-acceptance' ? options.coach.suggest(row.order.venueId, beingPrepared(row.order.venueId)) : null,
      localState: store.orders.localState(row.order.id),
      kitchen: (most) => kitchenWork(row, settings.kitchen, store.kitchen.of(row.order.id), clock.iso, most),
      claim: contradiction(row.order.id),
      iso: clock.iso,
    });
  }

  /** A claimed cancellation shows at once, other claims only if the next read doesn't confirm them. */
  function contradiction(orderId: string): StatusClaim | null {
    const claim = store.claims.get(orderId);
    const isSettling = claim !== null && store.claims.sinceClaimed(claim) < UNREAD_AFTER_MS;
    return isSettling && claimedStage(claim.status) !== 'rejected' ? null : claim;
  }

  function beingPrepared(venueId: string): number {
    return feed.ids('orders').filter((id) => {
      const shown = feed.get('orders', id);
      return shown?.column === 'preparing' && shown.venueId === venueId;
    }).length;
  }

  function showPrinters(): void {
    const { printers } = options.settings.get();
    for (const printer of printers) attempt(`printer ${printer.id}`, () => showPrinter(printer));
    for (const id of feed.ids('printers')) if (!printers.some((printer) => printer.id === id)) feed.set('printers', id, null);
  }

  /** Redraws cards that say why a printout waits. */
  function showWhatWaitsForPaper(): void {
    for (const id of feed.ids('orders')) {
      const shown = feed.get('orders', id);
      if (shown && [shown.ticket, shown.labels, shown.stopSlip].some((step) => step && WAITS.has(step.state))) showOrder(id);
    }
  }

  function showPrinter(printer: Settings['printers'][number]): void {
    const lane = store.queue.ofLane(printerLane(printer.id));
    const contact = options.printerService.contact(printer.id);
    if (!isSame(troubles.get(printer.id) ?? '', contact.trouble ?? '')) {
      troubles.set(printer.id, contact.trouble ?? '');
      showWhatWaitsForPaper();
    }
    const { state, text } = printerState(printer, contact, lane.working > 0, now());
    feed.set('printers', printer.id, {
      id: printer.id,
      name: printer.name,
      address: placeOf(printer),
      state,
      text,
      waiting: lane.waiting + lane.working,
      verified: store.verifications.at(`printer/${printer.id}`, placeOf(printer)) !== null,
      lastContactAt: contact.at === null ? null : clock.iso(contact.at),
    });
  }

  function showVenues(): void {
    for (const venue of store.venues.all()) attempt(`venue ${venue.id}`, () => showVenue(venue));
  }

  function showVenue(venue: ReturnType<Store['venues']['all']>[number]): void {
    const settings = venueSettings(options.settings.get(), venue.id);
    const { order_base_url: orderApi } = options.settings.get().service;
    const answers = orderApi !== null && store.verifications.at('order-api', orderApi) !== null;
    const age = venue.tokenRenewedAt === null ? null : now() - venue.tokenRenewedAt;
    feed.set('venues', venue.id, {
      id: venue.id,
      name: settings.name ?? venue.name ?? venue.id,
      address: settings.address,
      flavour: settings.flavour,
      state: venue.state,
      text:
        venue.state !== 'connected'
          ? message('venue.accessRefusedReconnect')
          : answers
            ? message('service.connected')
            : message('venue.signedInNotAnswered'),
      verified: venue.state === 'connected' && answers,
      open: options.venueWatch.isOpen(venue.id),
      acceptedByService: options.venueWatch.acceptsItself(venue.id),
      sale: options.saleOf(venue.id),
      rejectReasons: settings.reject_reasons,
      tokenDaysLeft: age === null || venue.state === 'reconnect' ? null : Math.max(0, Math.floor(REFRESH_TOKEN_DAYS - age / DAY_MS)),
    });
  }

  function showDelivery(id: string): void {
    attempt(`courier ${id}`, () => {
      const row = store.deliveries.get(id);
      feed.set('deliveries', id, row && isOnDesk(row, clock.now()) ? deliveryView(row, digitsBy(options.settings.get().service)) : null);
    });
  }

  function showApp(): void {
    attempt('app', () =>
      feed.set('app', 'app', { ...options.app(), clockOffsetMs: clock.aheadMs(), failedJobs: store.queue.countFailed() }),
    );
  }

  const unsubscribe = store.onCommit((touched) => {
    for (const id of touched.orders) showOrder(id);
    if ([...touched.lanes].some((lane) => lane.startsWith('printer/'))) showPrinters();
    for (const id of touched.deliveries) showDelivery(id);
    if (touched.venues.size > 0 || touched.menus.size > 0) showVenues();
    // Whether an unread order can be read depends on its venue's access.
    if (touched.venues.size > 0) attempt('orders claim of', showUnread);
    if (touched.venues.size > 0 || touched.lanes.size > 0) showApp();
  });

  function refresh(): void {
    showApp();
    showVenues();
    showPrinters();
    attempt('couriers', () => {
      for (const { id } of store.deliveries.recent(clock.now() - ON_DESK_MS)) showDelivery(id);
    });
    attempt('open and ringing orders', showUrgent);
    attempt('orders claim of', showUnread);
    showEnded().catch(options.onDefect);
  }

  const urgentRound = createRound(showOrder);
  let mustDrawAgain = false;
  const endedRound = createRound(showOrder);

  /**
   * Draws ringing orders, then open ones: in one time slice if possible, the rest between other work. Throws errors of the first slice.
   * After an error, the next sweep redraws all.
   */
  function showUrgent(): void {
    mustDrawAgain = true;
    // Uses the rows: a damaged index may not find an order by ID.
    const open = new Map(store.orders.open().map((row) => [row.order.id, row]));
    const ids = [...store.orders.ringingIds(), ...open.keys()];
    const own = timeSlice();
    let at = 0;
    for (; at < ids.length && !own.isOver(); at += 1) {
      const id = ids[at] as string;
      const row = open.get(id);
      if (row) showRow(row);
      else showOrder(id);
    }
    mustDrawAgain = false;
    if (at === ids.length) return;
    urgentRound.show(ids.slice(at), own).catch((error) => {
      mustDrawAgain = true;
      options.onDefect(error);
    });
  }

  /** Draws ended orders, yielding in between: a hundred long ones would block each settings change. */
  async function showEnded(): Promise<void> {
    await endedRound.show(store.orders.endedSince(now() - SHOW_ENDED_MS, MOST_ENDED));
  }

  /** Changes by time alone: ended orders leave, and buttons return if a command had no effect. */
  function look(): void {
    for (const id of feed.ids('orders')) {
      const shown = feed.get('orders', id);
      const waited = shown?.pending ? clock.now() - Date.parse(shown.pending.since) : 0;
      const undo = shown?.pending?.undoUntil ? clock.now() >= Date.parse(shown.pending.undoUntil) : false;
      const gone = shown?.endedAt ? Date.parse(shown.endedAt) < clock.now() - SHOW_ENDED_MS : false;
      if ((gone && shown?.cancelled !== 'unseen') || undo || waited > EFFECT_WAIT_MS) showOrder(id);
    }
    trimEnded();
    if (mustDrawAgain) attempt('open and ringing orders', showUrgent);
    attempt('orders claim of', showUnread);
    attempt('orders claim otherwise', () => {
      for (const { orderId } of store.claims.ofRead()) showOrder(orderId);
    });
    for (const id of feed.ids('deliveries')) {
      const shown = feed.get('deliveries', id);
      if (shown && Date.parse(shown.createdAt) < clock.now() - ON_DESK_MS) showDelivery(id);
    }
    showPrinters();
    attempt('venues', showVenues);
  }
  const stopSweeping = time.every(SWEEP_MS, look, options.onDefect);

  refresh();
  return {
    refresh,
    refreshApp: showApp,
    refreshPrinters: showPrinters,
    [Symbol.dispose]() {
      urgentRound.stop();
      endedRound.stop();
      stopSweeping();
      unsubscribe();
    },
  };
}
