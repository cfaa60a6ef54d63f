/** What is kept true on screens beside what the features do: the board, and what this computer's clock means for it. */
import type { Context } from '../../features/context.ts';
import { startBoard } from '../../view/board.ts';
import { appViewOf, type Services } from '../features.ts';

const LOOK_AT_CLOCK_MS = 1_000;

/** The board is kept true from here on. For whoever only brings news: what cannot be shown is no failure of theirs. */
export function showBoard(services: Services): void {
  const { opened, news, onDefect } = services;
  const board = opened.use(startBoard({ ...services, app: () => appViewOf(services) }));
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
}

/** Watches this computer's clock against the service's, and settles since when a recovered database counts. */
export function followClock({ log, time, logDefect, refresh, opened, store, warnings }: Context): void {
  const clock = time.service;
  clock.onChange((aheadMs) => {
    log.warn({ aheadMs }, 'this computer and the service disagree about the time');
    warnings.clock(aheadMs);
    refresh();
  });
  function look(): void {
    clock.look();
    if (!store.recoveries.isUnsettled() || !clock.isLearnt()) return;
    try {
      store.write(store.recoveries.settle);
    } catch (error) {
      // Told on the screen; a disk that takes writes again takes this one too.
      logDefect(error, 'the moment of the recovery could not be kept');
    }
  }
  opened.defer(time.every(LOOK_AT_CLOCK_MS, look, (error) => logDefect(error, 'defect')));
}
