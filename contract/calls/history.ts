import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { ReportSettings } from '../settings/settings.ts';
import { daysIn, isDay } from '../time/days.ts';
import type { FoundOrder, OrderActivityView } from '../views/history.ts';
import type { MissedOrders, Report } from '../views/report.ts';
import { type BlockedBy, type Calls, JobRef, OrderRef, output } from './call.ts';

export const Day = v.pipe(v.string(), v.check(isDay, mistake('field.enterDay')));
const MOST_DAYS = 31;
/** Both days included. */
const Days = v.pipe(
  v.object({ firstDay: Day, lastDay: Day }),
  v.check(({ firstDay, lastDay }) => firstDay <= lastDay && daysIn({ firstDay, lastDay }) <= MOST_DAYS, mistake('field.enterDay')),
);

export const historyCalls = {
  /**
   * Finds orders, newest first. `before`: the `place` of the last order shown. An empty text finds every order; `missed` only those not
   * answered in time.
   */
  'history.search': {
    who: 'counter',
    role: null,
    cost: 5,
    input: v.object({ typed: v.pipe(v.string(), v.maxLength(200)), before: v.nullable(JobRef), missed: v.optional(v.boolean()) }),
    output: output<{
      orders: FoundOrder[];
      more: boolean;
    }>(),
  },
  'history.missedToday': { who: 'counter', role: null, cost: 5, input: v.object({}), output: output<MissedOrders>() },
  'history.order': { who: 'counter', role: null, input: OrderRef, output: output<OrderActivityView>() },
  /** Report for some days of this computer's calendar, and another span for comparison. Reports of more than one day need a manager. */
  'history.report': {
    who: 'manager-for-some',
    role: 'shift-lead',
    cost: 40,
    input: v.object({ span: Days, against: v.nullable(Days) }),
    output: output<{ report: Report; against: Report | null }>(),
  },
  'history.csv': {
    who: 'manager',
    cost: 40,
    input: v.object({ span: Days, of: v.optional(v.picklist(['orders', 'days', 'couriers']), 'orders') }),
    output: output<{
      fileName: string;
      text: string;
    }>(),
  },
  'settings.saveReports': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ reports: ReportSettings }),
    output: output<BlockedBy>(),
  },
} as const satisfies Calls;
