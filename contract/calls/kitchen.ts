/** What is done at the kitchen's displays. Each call sets how something is: made twice it changes nothing more. */
import * as v from 'valibot';
import { KitchenSettings } from '../settings/kitchen-settings.ts';
import type { DoneOrder } from '../views/kitchen.ts';
import { type Calls, type Done, Id, output } from './call.ts';

export const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
/** Null for the whole kitchen. */
const Station = v.nullable(Key);

export const kitchenCalls = {
  /** Strikes a dish off, at every station that makes it, or not; `line`: its key. */
  'kitchen.setDish': { who: 'kitchen', role: null, input: v.object({ orderId: Id, line: Key, done: v.boolean() }), output: output<Done>() },
  /** The ticket is done at this station, or not; `seen`: the key of the ticket as it was shown. */
  'kitchen.setTicket': {
    who: 'kitchen',
    role: null,
    input: v.object({ orderId: Id, station: Key, done: v.boolean(), seen: Key }),
    output: output<Done>(),
  },
  'kitchen.prioritize': { who: 'kitchen', role: null, input: v.object({ orderId: Id, on: v.boolean() }), output: output<Done>() },
  /** The last twenty that were done at this station, newest first. */
  'kitchen.recent': { who: 'kitchen', role: null, input: v.object({ station: Station }), output: output<{ orders: DoneOrder[] }>() },
  /** Brings one of these back onto the display, until it is done again. */
  'kitchen.recall': { who: 'kitchen', role: null, input: v.object({ orderId: Id, station: Station }), output: output<Done>() },
  /** Only what is given is changed. */
  'settings.saveKitchen': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ kitchen: v.partial(KitchenSettings) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
