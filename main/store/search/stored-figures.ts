import * as v from 'valibot';
import type { OrderFigures } from '../../orders/figures.ts';
import { bodyOf } from '../rows/parsed-orders.ts';

const Whole = v.pipe(v.number(), v.safeInteger());
const Figures = v.object({
  items: v.array(v.object({ name: v.nullable(v.string()), count: v.number() })),
  money: v.nullable(
    v.object({
      currency: v.string(),
      sales: Whole,
      discounts: Whole,
      fees: Whole,
      tip: Whole,
      cash: Whole,
      deposits: v.nullable(Whole),
    }),
  ),
});

/** Null if damaged; figures are then computed from the order. */
export function readFigures(text: string | null): OrderFigures | null {
  const parsed = text === null ? null : v.safeParse(Figures, bodyOf(text));
  return parsed?.success ? parsed.output : null;
}
