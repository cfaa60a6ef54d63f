/** Request bodies of section 4.2. */
import type { Batch, Operation, Replacement } from '../orders/operations.ts';

/** The interface leaves the refund unit open; the setting `refund_unit` decides. */
export type RefundUnit = (minorUnits: number) => number;

type Given<N extends Operation['operation']> = Extract<Operation, { operation: N }>;

/** Field names of OrderReadyRequest, in one place as they're undocumented (rule 10). */
const OTC = { entries: 'otc_items', batches: 'batches', batchId: 'batch_id', quantity: 'quantity' } as const;

/** 4.2, row ready: one entry per over-the-counter row. */
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
export function depositsRequest({ items }: Given<'deposits-returned'>, asSent: RefundUnit): unknown {
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

/** Rule 5. Always REFUND_MONEY. */
export function refundItemsRequest({ reason, refunds }: Given<'refund-items'>, asSent: RefundUnit): unknown {
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

/** Rule 6: one refund per request. */
export function refundBasketRequest({ amount, reason, vat }: Given<'refund-basket'>, asSent: RefundUnit): unknown {
  return { basket_refunds: [{ refund_incl_vat: asSent(amount), reason, vat_percentage: vat }] };
}
