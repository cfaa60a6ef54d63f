/** The JSON that section 4.2 asks for, made from what staff decided. */
import type { Batch, Operation, Replacement } from '../orders/operations.ts';

/** The document shows neither whether refunds are in minor or major units nor their type; the setting `refund_unit` decides. */
export type AsSent = (minorUnits: number) => number;

type Given<N extends Operation['operation']> = Extract<Operation, { operation: N }>;

/** Names of OrderReadyRequest that the document does not show (rule 10): kept in one place, to be corrected here. */
const OTC = { entries: 'otc_items', batches: 'batches', batchId: 'batch_id', quantity: 'quantity' } as const;

/** Row ready of 4.2: one entry per over-the-counter row, with ids that cover its quantity. */
export function readyRequest(rows: { row: number; batches: Batch[] }[]): unknown {
  return {
    type: 'POLAND_PHARMA',
    [OTC.entries]: rows.map(({ row, batches }) => ({
      row_number: row,
      [OTC.batches]: batches.map(({ id, quantity }) => ({ [OTC.batchId]: id, [OTC.quantity]: quantity })),
    })),
  };
}

/** Rules 1 to 3. */
export function replaceItemsRequest({ changes, additions }: Given<'replace-items'>): unknown {
  return {
    item_changes: changes.map(({ row, replacements }) => ({ row_number: row, replacement_items: replacements.map(replacementItem) })),
    ...(additions.length === 0
      ? {}
      : {
          item_additions: additions.map(({ row, name, barcode }) => ({
            ...(row === null ? {} : { row_number: row }),
            ...(barcode ? { barcode } : { name }),
          })),
        }),
  };
}

function replacementItem({ type, count, name, barcode, price, deposit, weight }: Replacement): unknown {
  return {
    replacement_type: type,
    ...(count === undefined ? {} : { count }),
    ...(name ? { name } : {}),
    ...(barcode ? { barcode } : {}),
    ...(price ? { price } : {}),
    ...(deposit ? { deposit } : {}),
    ...(weight === undefined ? {} : { weight }),
  };
}

/** Rule 4. */
export function depositsRequest({ items }: Given<'deposits-returned'>, asSent: AsSent): unknown {
  return {
    action: 'REFUND_USER_CREDITS',
    items: items.map(({ description, count, total, vat }) => ({
      deposit_description: description,
      unit_count: count,
      total_price_incl_vat: asSent(total),
      vat_percentage: vat,
    })),
  };
}

/** Rule 5; REFUND_MONEY is the action in use. */
export function refundItemsRequest({ reason, refunds }: Given<'refund-items'>, asSent: AsSent): unknown {
  return {
    reason,
    item_refunds: refunds.map(({ row, count, perUnit, comment }) => ({
      row_number: row,
      unit_count: count,
      refund_per_unit_incl_vat: asSent(perUnit),
      action: 'REFUND_MONEY',
      ...(comment === null ? {} : { optional_comment: comment }),
    })),
  };
}

/** Rule 6: one refund a request. */
export function refundBasketRequest({ amount, reason, vat }: Given<'refund-basket'>, asSent: AsSent): unknown {
  return { basket_refunds: [{ refund_incl_vat: asSent(amount), reason, vat_percentage: vat }] };
}
