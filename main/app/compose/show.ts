import type { Context } from '../../features/context.ts';
import { startBoard } from '../../view/board.ts';
import { appViewOf, type Services } from '../features.ts';

const LOOK_AT_CLOCK_MS = 1_000;

/** Drawing errors are reported here, not to the event's source. */
export function showBoard(services: Services): void {
  const { opened, appEvents, onDefect } = services;
  const board = opened.use(startBoard({ ...services, app: () => appViewOf(services) }));
  const shown = (draw: () => void) => (): void => {
    try {
      draw();
    } catch (error) {
      onDefect(error);
    }
  };
  appEvents.on('orders', shown(board.refresh));
  appEvents.on('app', shown(board.refreshApp));
  appEvents.on('printers', shown(board.refreshPrinters));
}

/** Compares this computer's clock with the service's, and dates a recovered database. */
export function followClock({ log, time, logDefect, refresh, opened, store, warnings }: Context): void {
  const clock = time.service;
  clock.onChange((aheadMs) => {
    log.warn({ aheadMs }, 'this computer and the service disagree about the time');
    warnings.clock(aheadMs);
    refresh();
  });
  function look(): void {
    clock.checkComputerClock();
    if (!store.recoveries.isUnsettled() || !clock.isLearnt()) return;
    try {
      store.write(store.recoveries.settle);
    } catch (error) {
      // Tried again every second until the disk works.
      logDefect(error, 'the moment of the recovery could not be kept');
    }
  }
  opened.defer(time.every(LOOK_AT_CLOCK_MS, look, (error) => logDefect(error, 'defect')));
}
