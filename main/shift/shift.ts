/** Automatic and temporary work: rush minutes, auto-accept, undo times, pre-order reminders. */
import type { AcceptRule, AppView, Settings } from '../../contract/contract.ts';
import { type StaffCommand, usualMinutes, type VenueMode } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import { type CommandTimes, enqueueCommand } from '../outbox/commands.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import { acceptByRule, waitsForAllergy } from './accept-by-rule.ts';
import { remindOfPreorders } from './remind.ts';

export interface ShiftWork extends Disposable {
  view(): Pick<AppView, 'rush' | 'autoAccept'>;
  rushMinutes(): number;
  waitsForAllergy(order: Order): boolean;
  usualMinutesOf(orderId: string): number;
  /** When a command is sent, and its deadline. */
  timesOf(orderId: string, command: StaffCommand): CommandTimes;
}

const UNDOABLE = new Set<StaffCommand['action']>(['reject', 'ready', 'delivered']);
/** A rejection this close to the deadline is sent at once: an undo time could make it too late. */
const NO_UNDO_BEFORE_END_MS = 30_000;
const LOOK_MS = 1_000;
const MINUTE_MS = 60_000;

export function createWork(options: {
  store: Store;
  settings: () => Settings;
  time: Clocks;
  /** Ms until the service rejects; null once the order is answered. */
  leftMs: (row: OrderRow) => number | null;
  /** Whether the order waits for this venue's answer. */
  isOurs: (row: OrderRow) => boolean;
  modeOf: (venueId: string) => VenueMode;
  onChange: () => void;
  onDefect: (error: unknown) => void;
}): ShiftWork {
  const { store, settings, time, onDefect } = options;
  const { now: serviceNow } = time.service;
  const isOn = (until: string): boolean => Date.parse(until) > serviceNow();

  function rush(): AppView['rush'] {
    const { rush: set } = settings().work;
    return set && isOn(set.until) ? { extraMinutes: set.extra_minutes, until: set.until } : null;
  }
  function rules(): readonly AcceptRule[] {
    const set = settings().work.auto_accept;
    return set && isOn(set.until) ? set.rules : [];
  }
  function autoAccept(): AppView['autoAccept'] {
    const set = settings().work.auto_accept;
    return set && isOn(set.until) ? { until: set.until, rules: set.rules } : null;
  }
  const rushMinutes = (): number => rush()?.extraMinutes ?? 0;

  function timesOf(orderId: string, { action }: StaffCommand): CommandTimes {
    const row = store.orders.get(orderId);
    const left = row ? options.leftMs(row) : null;
    const dueBy = left === null ? undefined : Math.round(serviceNow() + left);
    const ms = settings().work.undo_seconds * 1_000;
    const leavesAtOnce = ms === 0 || !UNDOABLE.has(action) || (left !== null && left < ms + NO_UNDO_BEFORE_END_MS);
    return { dueBy, undoUntil: leavesAtOnce ? undefined : time.monotonic() + ms };
  }

  /** Rush and auto-accept as last reported, to notice an end. */
  let shown = '';
  const look = (): void => {
    const current = JSON.stringify([rush(), autoAccept()]);
    if (shown !== '' && shown !== current) options.onChange();
    shown = current;
  };
  const stopLooking = time.every(LOOK_MS, look, onDefect);
  const stopAccepting = acceptByRule({
    store,
    rules,
    leftMs: (row) => (options.isOurs(row) ? options.leftMs(row) : null),
    extraMinutes: ({ extra_minutes: extra }) => Math.max(extra, rushMinutes()),
    accept(row, extra) {
      store.write(() => {
        const minutes = usualMinutes(row.order, extra);
        const command = { action: 'accept', extraMinutes: minutes } as const;
        if (enqueueCommand(store, options.modeOf, row.order.id, command, timesOf(row.order.id, command)) === null)
          store.journal.append(row.order.id, { kind: 'auto-accepted' });
      });
    },
    time,
    onDefect,
  });
  const stopReminding = remindOfPreorders({
    store,
    beforeMs() {
      const minutes = settings().work.reminder_minutes;
      return minutes === null ? null : minutes * MINUTE_MS;
    },
    time,
    onDefect,
  });

  return {
    view: () => ({ rush: rush(), autoAccept: autoAccept() }),
    rushMinutes,
    waitsForAllergy: (order) => waitsForAllergy(rules(), order),
    usualMinutesOf(orderId) {
      const row = store.orders.get(orderId);
      return row ? usualMinutes(row.order, rushMinutes()) : 0;
    },
    timesOf,
    [Symbol.dispose]() {
      stopLooking();
      stopAccepting();
      stopReminding();
    },
  };
}
