/** Calls of kitchen displays. All set a state, so they're idempotent. */
import * as v from 'valibot';
import { KitchenSettings } from '../settings/kitchen-settings.ts';
import type { DoneOrder } from '../views/kitchen.ts';
import { type Calls, type Done, Id, output } from './call.ts';

export const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
/** Null for all stations. */
const Station = v.nullable(Key);

export const kitchenCalls = {
  /** Marks a dish done or not, at every station that makes it. `line`: its key. */
  'kitchen.setDish': { who: 'kitchen', role: null, input: v.object({ orderId: Id, line: Key, done: v.boolean() }), output: output<Done>() },
  /** Marks the ticket done or not at this station. `seen`: key of the ticket as shown. */
  'kitchen.setTicket': {
    who: 'kitchen',
    role: null,
    input: v.object({ orderId: Id, station: Key, done: v.boolean(), seen: Key }),
    output: output<Done>(),
  },
  'kitchen.prioritize': { who: 'kitchen', role: null, input: v.object({ orderId: Id, on: v.boolean() }), output: output<Done>() },
  /** Orders done, newest first, at most twenty. */
  'kitchen.recent': { who: 'kitchen', role: null, input: v.object({ station: Station }), output: output<{ orders: DoneOrder[] }>() },
  /** Returns a done order to the display until it's done again. */
  'kitchen.recall': { who: 'kitchen', role: null, input: v.object({ orderId: Id, station: Station }), output: output<Done>() },
  'settings.saveKitchen': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ kitchen: v.partial(KitchenSettings) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
