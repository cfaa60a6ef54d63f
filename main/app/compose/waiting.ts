/** What happens by itself to an order that waits: a slip in the kitchen, a call outside, auto-accept and reminders. */

import { tellsOfAnswer } from '../../orders/told.ts';
import { commandOnItsWay } from '../../outbox/commands.ts';
import { venueSettings } from '../../settings/settings.ts';
import { createWork, type Work } from '../../shift/shift.ts';
import { tellOutside } from '../../shift/tell-outside.ts';
import { watchUnanswered } from '../../shift/unanswered.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';
import type { PaperSide } from './paper.ts';
import type { ReadingSide } from './reading.ts';
import type { ReceivingSide } from './receiving.ts';

export function watchWaiting(
  { settings, time, onDefect, opened, refresh }: Basics,
  { store, warnings }: Keeping,
  { modeOf, isDecidedHere }: ReceivingSide,
  { spool }: PaperSide,
  { deadlineFor, leftMs }: ReadingSide,
): Work {
  const clock = time.service;
  const waitingMs = (row: OrderRow): number | null => {
    const deadline = deadlineFor(row);
    if (!deadline || commandOnItsWay(store, row.order.id) !== null || !isDecidedHere(row.order.venueId)) return null;
    // Told to be answered, or cancelled: that is being checked, and nobody here is called to answer it.
    if (tellsOfAnswer(store.told.get(row.order.id)?.status ?? null)) return null;
    const left = Date.parse(deadline.at) - clock.now();
    // Too late to answer: a slip would only send somebody running for nothing.
    return left <= 0 ? null : deadline.totalSeconds * 1_000 - left;
  };
  opened.defer(
    watchUnanswered({
      store,
      time,
      waitingMs,
      afterMs(venueId) {
        const seconds = venueSettings(settings.get(), venueId).unanswered_slip_seconds;
        return seconds === null ? null : seconds * 1_000;
      },
      onDue(row) {
        const deadline = deadlineFor(row);
        if (deadline) spool.paperDue(row.order, { occasion: 'unanswered', answerBy: deadline.at, isAbout: deadline.about });
      },
      onDefect,
    }),
  );
  const work = opened.use(
    createWork({
      store,
      settings: settings.get,
      time,
      leftMs,
      isOurs: (row) => waitingMs(row) !== null,
      modeOf,
      onChange: refresh,
      onDefect,
    }),
  );
  opened.defer(
    tellOutside({
      store,
      time,
      waitingMs,
      address() {
        const { webhook_url: url, webhook_after_seconds: seconds } = settings.get().alerts;
        return url === null ? null : { url, afterMs: seconds * 1_000 };
      },
      deadline: deadlineFor,
      onTold: warnings.toldOutside,
      onDefect,
    }),
  );
  return work;
}
