/** Automatic actions on a waiting order: ticket, alarm webhook, auto-accept, reminders. */

import { isUnknownAtService } from '../../intake/reading/read-order.ts';
import { isDecidedStatus, unreadOrder } from '../../orders/claim.ts';
import type { Deadline } from '../../orders/deadline.ts';
import { commandOnItsWay } from '../../outbox/commands.ts';
import type { Spool } from '../../printing/spool/spool.ts';
import { venueSettings } from '../../settings/settings.ts';
import { type AlarmPause, createAlarmPause } from '../../shift/alarm-pause.ts';
import { callAlarmWebhook } from '../../shift/alarm-webhook.ts';
import { createPrepCoach, type PrepCoach } from '../../shift/prep-coach.ts';
import { createWork, type ShiftWork } from '../../shift/shift.ts';
import { idOf, type Known, venueOf, watchUnanswered } from '../../shift/unanswered.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { unreadDeadline } from '../../view/card/unread-card.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createShiftCalls } from './calls.ts';

type Dependencies = Kernel<
  | 'settings'
  | 'time'
  | 'onDefect'
  | 'opened'
  | 'refresh'
  | 'refreshApp'
  | 'store'
  | 'warnings'
  | 'modeOf'
  | 'isDecidedHere'
  | 'deadlineFor'
  | 'leftMs'
  | 'deadlineRules'
>;

interface OwnServices {
  work: ShiftWork;
  alarmPause: AlarmPause;
  coach: PrepCoach;
}

export const shift = defineFeature({
  name: 'shift',
  services: watchWaiting,
  appView: ({ work, alarmPause, settings, time }: Kernel<'settings' | 'time'> & OwnServices) => ({
    ...work.view(),
    soundPausedUntil: pausedUntil(alarmPause, time),
    volume: settings.get().alerts.volume,
  }),
  calls: createShiftCalls,
});

function pausedUntil(alarmPause: AlarmPause, time: Clocks): string | null {
  const until = alarmPause.until();
  return until === null ? null : new Date(time.service.now() + until - time.monotonic()).toISOString();
}

function watchWaiting(given: Dependencies & { spool: Spool }): OwnServices {
  const { settings, time, onDefect, opened, refresh, refreshApp, store, warnings, modeOf, isDecidedHere } = given;
  const { deadlineFor, leftMs, deadlineRules, spool } = given;
  const clock = time.service;
  /** An order that couldn't be read has a deadline, too. */
  const deadlineOf = (known: Known): Deadline | null => {
    if ('order' in known) return deadlineFor(known);
    const venueId = known.venueId ?? '';
    const isUnknown = isUnknownAtService(store, known);
    return unreadDeadline(known, { ...deadlineRules(venueId), ...modeOf(venueId), iso: clock.iso, isUnknown });
  };
  const waitingMs = (known: Known): number | null => {
    // With a read-only database, Tillbridge neither answers nor alerts.
    if (store.readOnly) return null;
    const deadline = deadlineOf(known);
    if (!deadline || commandOnItsWay(store, idOf(known)) !== null || !isDecidedHere(venueOf(known) ?? '')) return null;
    // A notification reports the order as answered or cancelled; a reading is checking that.
    if (isDecidedStatus(store.claims.get(idOf(known))?.status ?? null)) return null;
    const left = Date.parse(deadline.at) - clock.now();
    // Null once it's too late to answer.
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
    callAlarmWebhook({
      store,
      time,
      waitingMs,
      address() {
        const { webhook_url: url, webhook_after_seconds: seconds } = settings.get().alerts;
        return url === null ? null : { url, afterMs: seconds * 1_000 };
      },
      deadline: deadlineOf,
      onNotified: warnings.notifiedOutside,
      onDefect,
    }),
  );
  return { work, alarmPause: opened.use(createAlarmPause(time, refreshApp)), coach: createPrepCoach(store, clock.now) };
}
