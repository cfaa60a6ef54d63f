/** Sold out and back on sale, for a ticket's dish on kitchen displays. */
import * as v from 'valibot';
import type { DishSaleView } from '../views/kitchen.ts';
import { type Calls, Id, output } from './call.ts';
import { Key } from './kitchen.ts';
import { SoldOutEnd } from './menu.ts';

const DishRef = v.object({ orderId: Id, line: Key });

/** Refused unless the setting `kitchen.sold_out` is on. `line`: the dish's key on the ticket. */
export const kitchenSaleCalls = {
  'kitchen.dishSale': { who: 'kitchen', role: null, input: DishRef, output: output<DishSaleView>() },
  'kitchen.soldOut': {
    who: 'kitchen',
    role: 'staff',
    input: v.object({ ...DishRef.entries, end: SoldOutEnd }),
    output: output<DishSaleView>(),
  },
  'kitchen.backOnSale': { who: 'kitchen', role: 'staff', input: DishRef, output: output<DishSaleView>() },
} as const satisfies Calls;
