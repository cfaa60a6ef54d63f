/** Looking back. */
import * as v from 'valibot';
import type { DayFigures, FoundOrder, OrderStory } from '../views/history.ts';
import { type Calls, JobRef, OrderRef, output } from './call.ts';

const Day = v.pipe(v.string(), v.isoDate('A day such as 2026-11-21'));

export const historyCalls = {
  /** Newest first; `before` is the `place` of the last one shown. An empty text finds every order. */
  'history.search': {
    who: 'counter',
    input: v.object({ typed: v.pipe(v.string(), v.maxLength(200)), before: v.nullable(JobRef) }),
    output: output<{
      orders: FoundOrder[];
      more: boolean;
    }>(),
  },
  'history.order': { who: 'counter', input: OrderRef, output: output<OrderStory>() },
  /** A day of this computer's calendar. */
  'history.day': { who: 'counter', input: v.object({ day: Day }), output: output<DayFigures>() },
  'history.csv': {
    who: 'manager',
    input: v.object({ day: Day, of: v.optional(v.picklist(['orders', 'couriers']), 'orders') }),
    output: output<{
      fileName: string;
      text: string;
    }>(),
  },
} as const satisfies Calls;
