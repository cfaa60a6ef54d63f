/** What the screen is shown, and who may change what there: the board, the manager's access, the alarm's pause, and the app's own view. */

import type { AppView } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import { type Access, createAccess } from '../../api/access.ts';
import { createRedirects, type Redirects } from '../../service/redirect-listener.ts';
import { type AlarmPause, createAlarmPause } from '../../shift/alarm-pause.ts';
import { createPrepCoach } from '../../shift/prep-coach.ts';
import type { Work } from '../../shift/shift.ts';
import { VaultError } from '../../vault/vault.ts';
import { type Board, startBoard } from '../../view/board.ts';
import type { AskingSide } from './asking.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';
import type { PaperSide } from './paper.ts';
import type { ReadingSide } from './reading.ts';
import type { ReceivingSide } from './receiving.ts';

export interface ScreenSide {
  board: Board;
  access: Access;
  redirects: Redirects;
  alarmPause: AlarmPause;
  /** What is in the way of the till; null when it has just taken an order. */
  tellTill: (trouble: Text | null) => void;
}

interface Sides {
  keeping: Keeping;
  receiving: ReceivingSide;
  asking: AskingSide;
  paper: PaperSide;
  reading: ReadingSide;
  work: Work;
}

export function openScreen(basics: Basics, { keeping, receiving, asking, paper, reading, work }: Sides): ScreenSide {
  const { options, settings, log, time, onDefect, opened, news, refreshApp } = basics;
  const { wall: now, monotonic, service: clock } = time;
  const { store, warnings } = keeping;
  const { secrets, receiver } = receiving;
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
      onUnread: (error) => error instanceof VaultError || onDefect(error),
    }),
  );
  const redirects = opened.use(createRedirects(time, onDefect));
  const alarmPause = opened.use(createAlarmPause(time, refreshApp));

  function serviceView(): AppView['service'] {
    const { state, says, remedy, at } = asking.contact.view();
    const venues = store.venues.all();
    const connected = new Set(venues.flatMap((venue) => (venue.state === 'connected' ? [venue.id] : [])));
    // What there is to ask of: without it an old answer is no sign of anything.
    const idle = ![...store.orders.open(), ...store.orders.endedSince(0, 1)].some(({ order }) => connected.has(order.venueId));
    const isCutOff = venues.length > 0 && connected.size === 0 && state !== 'trouble';
    return {
      state,
      says: isCutOff ? message('nothing-can-be-asked-of-service') : says,
      remedy,
      lastContactAt: at === null ? null : clock.iso(at),
      idle,
    };
  }
  function soundPausedUntil(): string | null {
    const until = alarmPause.until();
    return until === null ? null : new Date(clock.now() + until - monotonic()).toISOString();
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
    const { screen, service, alerts } = settings.get();
    const isTraining = options.mode === 'training';
    return {
      mode: isTraining ? 'training' : store.venues.all().length > 0 ? 'live' : 'setup',
      environment: isTraining ? 'training' : service.environment,
      service: serviceView(),
      receiver: { ...receiver.view(), hasSecret: secrets.hasWebhookSecret() },
      vault: secrets.view(),
      till: tillView(),
      soundPausedUntil: soundPausedUntil(),
      host: options.host,
      couriers: service.merchant_id !== null,
      screen: { ...screen, language: screen.language ?? 'en' },
      languageIsChosen: screen.language !== null,
      volume: alerts.volume,
      access: access.view(),
      ...work.view(),
      version: options.version,
    };
  }
  const board = opened.use(
    startBoard({
      store,
      feed: options.feed,
      time,
      settings: settings.get,
      printerContact: (id) => paper.printerService.contact(id),
      venueIsOpen: (id) => reading.venueWatch.isOpen(id),
      venueAcceptsItself: (id) => reading.venueWatch.acceptsItself(id),
      deadlineRules: reading.rulesFor,
      rushMinutes: work.rushMinutes,
      suggest: coach.suggest,
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
    redirects,
    alarmPause,
    tellTill(trouble) {
      till = { at: trouble === null ? now() : till.at, trouble };
      refreshApp();
    },
  };
}
