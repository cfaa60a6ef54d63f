/** What the screen is shown, and who may change what there: the board, the manager's access, the alarm's pause, and the app's own view. */

import { type AppView, startsAtLogin } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import { type Access, createAccess } from '../../api/access/access.ts';
import { createSessions, type Sessions } from '../../api/staff/sessions.ts';
import { createStaff, type Staff } from '../../api/staff/staff.ts';
import { createStaffSecrets, type StaffSecrets } from '../../api/staff/staff-secrets.ts';
import { createRedirects, type Redirects } from '../../service/redirect-listener.ts';
import { type CustomerLogo, openCustomerLogo } from '../../settings/customer-logo.ts';
import { wordsOfRefusal } from '../../settings/managed/refusal.ts';
import { venueSettings } from '../../settings/settings.ts';
import { type AlarmPause, createAlarmPause } from '../../shift/alarm-pause.ts';
import { createPrepCoach } from '../../shift/prep-coach.ts';
import type { Work } from '../../shift/shift.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { VaultError } from '../../vault/vault.ts';
import { type Board, startBoard } from '../../view/board.ts';
import type { AskingSide } from './asking.ts';
import type { Basics } from './basics.ts';
import type { DeadlineSide } from './deadlines.ts';
import type { Keeping } from './keeping.ts';
import type { PaperSide } from './paper.ts';
import type { ReceivingSide } from './receiving.ts';
import type { SellingSide } from './selling.ts';

export interface ScreenSide {
  board: Board;
  access: Access;
  staff: Staff;
  staffSecrets: StaffSecrets;
  sessions: Sessions;
  redirects: Redirects;
  alarmPause: AlarmPause;
  customerLogo: CustomerLogo;
  /** What is in the way of the till; null when it has just taken an order. */
  tellTill: (trouble: Text | null) => void;
}

interface Sides {
  keeping: Keeping;
  receiving: ReceivingSide;
  asking: AskingSide;
  paper: PaperSide;
  deadlines: DeadlineSide;
  work: Work;
  selling: SellingSide;
}

export function openScreen(basics: Basics, { keeping, receiving, asking, deadlines, paper, work, selling }: Sides): ScreenSide {
  const { options, settings, log, time, onDefect, opened, news, refreshApp } = basics;
  const { wall: now, monotonic, service: clock } = time;
  const { store, warnings } = keeping;
  const { secrets, receiver, signatures } = receiving;
  const timeZone = ownTimeZone();
  const coach = createPrepCoach(store, clock.now);
  const access = opened.use(
    createAccess({
      secrets,
      store,
      time,
      onChange: refreshApp,
      onGone() {
        log.error('the PIN is not in the vault any more');
        warnings.pinGone();
      },
      isForNamed: () => settings.get().staff.on,
      onUnread: (error) => error instanceof VaultError || onDefect(error),
    }),
  );
  const { staff, staffSecrets, sessions } = openStaff(basics, keeping, receiving, access);
  const redirects = opened.use(createRedirects(time, onDefect));
  const alarmPause = opened.use(createAlarmPause(time, refreshApp));
  const customerLogo = openCustomerLogo(options.dataDir);

  function serviceView(): AppView['service'] {
    const { state, says, remedy, at } = asking.contact.view();
    const { readOnly } = store;
    if (readOnly) return { state: 'trouble', says: readOnly.says, remedy: readOnly.remedy, lastContactAt: null, idle: false };
    const venues = store.venues.all();
    const connected = new Set(venues.flatMap((venue) => (venue.state === 'connected' ? [venue.id] : [])));
    // What there is to ask of: without it an old answer is no sign of anything.
    const idle = ![...store.orders.open(), ...store.orders.endedSince(0, 1).flatMap((id) => store.orders.get(id) ?? [])].some(({ order }) =>
      connected.has(order.venueId),
    );
    // Told, not guessed from what the last call met: nobody may have called since.
    const wrong = asking.addresses.view().find((address) => address.name === 'order' && address.state === 'wrong');
    if (wrong) return { state: 'trouble', says: wrong.says, remedy: wrong.remedy, lastContactAt: at === null ? null : clock.iso(at), idle };
    const isCutOff = venues.length > 0 && connected.size === 0 && state !== 'trouble';
    return {
      state,
      says: isCutOff ? message('nothing-can-be-asked-of-service') : says,
      remedy,
      lastContactAt: at === null ? null : clock.iso(at),
      idle,
    };
  }
  function receiverView(): AppView['receiver'] {
    const view = receiver.view();
    const wrong = view.state === 'listening' ? signatures.view() : ({ are: 'none' } as const);
    const refuses = wrong.are === 'all';
    const says = refuses ? message('notifications-signed-with-another-secret') : view.says;
    const alsoRefuses = wrong.are === 'some' ? { count: wrong.count, since: clock.iso(wrong.since) } : null;
    const provedAt = store.proofs.at('webhook-secret', '');
    const proved = provedAt === null ? null : clock.iso(provedAt);
    return { ...view, says, hasSecret: secrets.hasWebhookSecret(), provedAt: proved, refuses, alsoRefuses };
  }
  function relayView(): AppView['relay'] {
    const view = receiving.relay?.view();
    if (!view) return null;
    const { address, state, says, remedy, answers, lastProofAt, lastNewsAt, refusedVenues } = view;
    const shown = { address, state, says, remedy, answers, lastProofAt, lastNewsAt };
    if (refusedVenues.length === 0 || state !== 'connected') return shown;
    const names = refusedVenues.map((id) => venueSettings(settings.get(), id).name ?? store.venues.get(id)?.name ?? id);
    const notGiven = message('relay-does-not-give-venues', { venues: names.join(', ') });
    return { ...shown, state: 'trouble', says: notGiven, remedy: message('relay-ask-operator-for-new-code') };
  }
  function soundPausedUntil(): string | null {
    const until = alarmPause.until();
    return until === null ? null : new Date(clock.now() + until - monotonic()).toISOString();
  }
  function managedView(): AppView['managed'] {
    const view = receiving.managed.view();
    if (!view) return null;
    const { by, version, keyPrint, places, refused } = view;
    return { by, version, keyPrint, places, refused: refused && wordsOfRefusal(refused) };
  }
  /** When the till last took an order, and what is in the way since. */
  let till: { at: number | null; trouble: Text | null } = { at: null, trouble: null };
  function tillView(): AppView['till'] {
    if (paper.countsAsTill()) return null;
    const lastContactAt = till.at === null ? null : clock.iso(till.at);
    if (till.trouble !== null) return { state: 'trouble', says: till.trouble, lastContactAt };
    return till.at === null
      ? { state: 'unknown', says: message('not-used-yet'), lastContactAt }
      : { state: 'ready', says: message('till-took-last-order'), lastContactAt };
  }
  function appView(): Omit<AppView, 'failedJobs' | 'clockOffsetMs'> {
    const { screen, service, alerts, kitchen, desktop } = settings.get();
    const isTraining = options.mode === 'training';
    return {
      venue: store.venues
        .all()
        .map(({ id, name }) => venueSettings(settings.get(), id).name ?? name ?? '')
        .filter(Boolean)
        .join(', '),
      severalVenues: store.venues.all().length > 1,
      mode: isTraining ? 'training' : store.venues.all().length > 0 ? 'live' : 'setup',
      environment: isTraining ? 'training' : service.environment,
      timeZone,
      service: serviceView(),
      addresses: asking.addresses.view(),
      receiver: receiverView(),
      relay: relayView(),
      managed: managedView(),
      vault: secrets.view(),
      till: tillView(),
      soundPausedUntil: soundPausedUntil(),
      host: options.host,
      couriers: service.merchant_id !== null,
      screen: { ...screen, language: screen.language ?? 'en' },
      kitchen: {
        stations: kitchen.stations.map(({ id, name }) => ({ id, name })),
        dishSize: kitchen.dish_size,
        station: null,
        soldOut: kitchen.sold_out,
      },
      customerLogo: customerLogo.address(),
      languageIsChosen: screen.language !== null,
      volume: alerts.volume,
      access: access.view(),
      staff: staff.view(),
      ...work.view(),
      version: options.version,
      startsAtLogin: options.host === 'desktop' && options.mode === 'live' ? startsAtLogin(desktop) : null,
      updates: options.updates?.(desktop) ?? null,
    };
  }
  const board = opened.use(
    startBoard({
      store,
      feed: options.feed,
      time,
      settings: settings.get,
      printerContact: (id) => paper.printerService.contact(id),
      venueIsOpen: (id) => deadlines.venueWatch.isOpen(id),
      venueAcceptsItself: (id) => deadlines.venueWatch.acceptsItself(id),
      deadlineRules: deadlines.rulesFor,
      rushMinutes: work.rushMinutes,
      waitsForAllergy: work.waitsForAllergy,
      suggest: coach.suggest,
      saleOf: selling.saleOf,
      app: appView,
      onDefect,
    }),
  );
  /** For whoever only brings news: what cannot be shown is no failure of theirs. */
  const shown = (draw: () => void) => (): void => {
    try {
      draw();
    } catch (error) {
      onDefect(error);
    }
  };
  news.on('orders', shown(board.refresh));
  news.on('app', shown(board.refreshApp));
  news.on('printers', shown(board.refreshPrinters));
  return {
    board,
    access,
    staff,
    staffSecrets,
    sessions,
    redirects,
    alarmPause,
    customerLogo,
    tellTill(trouble) {
      till = { at: trouble === null ? now() : till.at, trouble };
      refreshApp();
    },
  };
}

/** Who works here, and who is signed in at which screen. */
function openStaff(
  { settings, time, opened, refreshApp, onDefect }: Basics,
  { store }: Keeping,
  { secrets }: ReceivingSide,
  access: Access,
): Pick<ScreenSide, 'staff' | 'staffSecrets' | 'sessions'> {
  const staffSecrets = opened.use(
    createStaffSecrets({
      secrets,
      store,
      time,
      onRead: refreshApp,
      onUnread: (error) => error instanceof VaultError || onDefect(error),
    }),
  );
  const sessions = opened.use(
    createSessions({
      time,
      personOf: (id) => (settings.get().staff.on ? (settings.get().staff.people.find((one) => one.id === id) ?? null) : null),
      forMs: () => settings.get().staff.sign_out_minutes * 60_000,
    }),
  );
  opened.defer(settings.onChange(sessions.follow));
  const stageOf = (orderId: string) => store.orders.get(orderId)?.stage ?? null;
  const isOrder = (id: string) => store.orders.get(id) !== null;
  return { staffSecrets, sessions, staff: createStaff({ settings, access, sessions, secrets: staffSecrets, stageOf, isOrder }) };
}
