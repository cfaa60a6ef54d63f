/** What the History and the Day screens show. Times are ISO UTC, money is in minor units with its text beside it. */

import * as v from 'valibot';
import { TextSchema } from './message.ts';
import { MoneyView } from './money-view.ts';

const Time = v.nullable(v.string());

export const FoundOrder = v.object({
  /** Where the next page goes on. */
  place: v.number(),
  id: v.string(),
  number: v.string(),
  venueName: v.string(),
  customer: v.nullable(v.string()),
  placedAt: v.string(),
  statusLabel: TextSchema,
  /** The same in a few words, for a chip; absent where the label is short. */
  statusShort: v.exactOptional(TextSchema),
  rejected: v.boolean(),
  kindLabel: TextSchema,
  /** The first of them; `moreItems` where there are others. A name is null where the service told none, here and below. */
  items: v.array(v.object({ count: v.number(), name: v.nullable(v.string()) })),
  moreItems: v.boolean(),
  /** The items alone; `toPay` with fees and tip, null where that cannot be said. */
  total: v.nullable(MoneyView),
  toPay: v.nullable(MoneyView),
  /** Null once the order has ended: nobody collects it then. */
  cashToCollect: v.nullable(MoneyView),
});
export type FoundOrder = v.InferOutput<typeof FoundOrder>;

/** `kind` chooses the sign in front of it; `says` is the sentence. */
export const Moment = v.object({
  at: v.string(),
  kind: v.picklist(['notification', 'order', 'command', 'answer', 'paper', 'till', 'trouble']),
  says: TextSchema,
  /** Of a paper: how sure it is that it came out. */
  proof: v.optional(v.picklist(['confirmed', 'seen', 'sent', 'uncertain'])),
});
export type Moment = v.InferOutput<typeof Moment>;

/** Why an order was lost or late: a cause with its evidence. `sure` is false for what only may have been the cause. */
export const Cause = v.object({ cause: v.string(), says: TextSchema, sure: v.boolean() });
export type Cause = v.InferOutput<typeof Cause>;

export const OrderStory = v.object({
  number: v.string(),
  statusLabel: TextSchema,
  customer: v.nullable(v.string()),
  placedAt: v.string(),
  acceptedAt: Time,
  readyAt: Time,
  endedAt: Time,
  dueAt: Time,
  /** The items alone; `toPay` with fees and tip, null where that cannot be said. */
  total: v.nullable(MoneyView),
  toPay: v.nullable(MoneyView),
  /** Null once the order has ended: nobody collects it then. */
  cashToCollect: v.nullable(MoneyView),
  items: v.array(v.object({ name: v.nullable(v.string()), count: v.number(), options: v.array(v.string()) })),
  timeline: v.array(Moment),
  /** Empty for an order that went well. */
  causes: v.array(Cause),
});
export type OrderStory = v.InferOutput<typeof OrderStory>;

const Count = v.object({ key: v.string(), label: TextSchema, count: v.number() });

export const DayFigures = v.object({
  /** The day of the venue's own calendar, such as 2026-11-21. */
  day: v.string(),
  orders: v.number(),
  taken: v.number(),
  /** Cancelled ones are counted apart, here and in `rejectsBy`. */
  rejected: v.number(),
  /** By the service, the consumer or support. */
  cancelled: v.number(),
  items: v.number(),
  revenue: v.array(MoneyView),
  /** Orders taken whose amount cannot be read: they are in no sum. */
  unreadAmounts: v.number(),
  byKind: v.array(v.object({ key: v.string(), label: TextSchema, count: v.number(), revenue: v.array(MoneyView) })),
  rejectsBy: v.array(Count),
  refunds: v.object({ count: v.number(), sums: v.array(MoneyView) }),
  /** Seconds; null where there was none. */
  toAccept: v.nullable(v.object({ median: v.number(), slowest: v.number() })),
  toReady: v.nullable(v.object({ median: v.number(), slowest: v.number() })),
  late: v.object({ count: v.number(), of: v.number() }),
  /** Papers that went to printers, by how sure it is that they came out. */
  papers: v.object({ confirmed: v.number(), seen: v.number(), sent: v.number(), uncertain: v.number() }),
  /** Orders by hour of the day, 24 numbers. */
  byHour: v.array(v.number()),
  topItems: v.array(v.object({ name: v.nullable(v.string()), count: v.number() })),
  /** Couriers of the courier desk: those who came, what they cost by currency, and all that were asked for. */
  couriers: v.object({
    ordered: v.number(),
    delivered: v.number(),
    cost: v.array(MoneyView),
    tips: v.array(MoneyView),
    list: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        at: v.string(),
        says: TextSchema,
        price: v.nullable(MoneyView),
        tip: v.nullable(MoneyView),
      }),
    ),
  }),
  /** Rejected without anybody here deciding it, or late: each with its main cause. */
  lost: v.array(
    v.object({ id: v.string(), number: v.string(), at: v.string(), what: v.picklist(['rejected', 'late']), causes: v.array(Cause) }),
  ),
});
export type DayFigures = v.InferOutput<typeof DayFigures>;
