/** References to items and option values, for sold-out, price and stock changes. */
import * as v from 'valibot';
import { LONGEST_ID } from '../order-id.ts';

/** An item by one of its IDs, or an option value by its external ID. */
export const Sold = v.variant('kind', [
  v.object({
    kind: v.literal('item'),
    by: v.picklist(['external_id', 'gtin', 'sku']),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ID)),
  }),
  v.object({ kind: v.literal('value'), by: v.literal('external_id'), id: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ID)) }),
]);
export type Sold = v.InferOutput<typeof Sold>;
