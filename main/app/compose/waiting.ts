/** What happens by itself to an order that waits: a slip in the kitchen, a call outside, auto-accept and reminders. */

import { isUnknownAtService } from '../../intake/reading/read-order.ts';
import type { Deadline } from '../../orders/deadline.ts';
import { tellsOfAnswer, unreadOrder } from '../../orders/told.ts';
import { commandOnItsWay } from '../../outbox/commands.ts';
import { venueSettings } from '../../settings/settings.ts';
import { createWork, type Work } from '../../shift/shift.ts';
import { tellOutside } from '../../shift/tell-outside.ts';
import { idOf, type Known, venueOf, watchUnanswered } from '../../shift/unanswered.ts';
import { unreadDeadline } from '../../view/card/unread-card.ts';
import type { Basics } from './basics.ts';
import type { DeadlineSide } from './deadlines.ts';
import type { Keeping } from './keeping.ts';
import type { PaperSide } from './paper.ts';
import type { ReceivingSide } from './receiving.ts';

export function watchWaiting(
  { settings, time, onDefect, opened, refresh }: Basics,
  { store, warnings }: Keeping,
  { modeOf, isDecidedHere }: ReceivingSide,
  { deadlineFor, leftMs, rulesFor }: DeadlineSide,
  { spool }: PaperSide,
): Work {
  const clock = time.service;
  /** Also of an order that nobody could read: it waits like any other. */
  const deadlineOf = (known: Known): Deadline | null => {
    if ('order' in known) return deadlineFor(known);
    const venueId = known.venueId ?? '';
    const isUnknown = isUnknownAtService(store, known);
    return unreadDeadline(known, { ...rulesFor(venueId), ...modeOf(venueId), iso: clock.iso, isUnknown });
  };
  const waitingMs = (known: Known): number | null => {
    // Whose database is only read answers nothing, and calls nobody.
    if (store.readOnly) return null;
    const deadline = deadlineOf(known);
    if (!deadline || commandOnItsWay(store, idOf(known)) !== null || !isDecidedHere(venueOf(known) ?? '')) return null;
    // Told to be answered, or cancelled: that is being checked, and nobody here is called to answer it.
    if (tellsOfAnswer(store.told.get(idOf(known))?.status ?? null)) return null;
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
        const seconds = venueSettings(settings.get(), venueId ?? '').unanswered_slip_seconds;
        return seconds === null ? null : seconds * 1_000;
      },
      onDue(known) {
        const deadline = deadlineOf(known);
        const order = 'order' in known ? known.order : unreadOrder(known.orderId, known.venueId);
        if (deadline) spool.paperDue(order, { occasion: 'unanswered', answerBy: deadline.at, isAbout: deadline.about });
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
      deadline: deadlineOf,
      onTold: warnings.toldOutside,
      onDefect,
    }),
  );
  return work;
}
