import type { Report } from '../../contract/contract.ts';
import { COMMAS, type TableForm } from '../../contract/table-form.ts';
import { type PriceUnit, priceOf } from '../orders/couriers/delivery.ts';
import type { DeliveryState } from '../orders/couriers/delivery-progress.ts';
import { type CurrencyDigits, inUnits } from '../orders/money/money.ts';
import type { Money } from '../orders/order.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import { costOf, deliveryView, nameOf } from '../view/card/delivery-card.ts';
import { money } from '../view/card/fit-card.ts';
import { sums } from './counts.ts';
import { csvOf, decimal } from './csv.ts';

/** As far as known, no courier came, so the price wasn't spent. */
const NO_COURIER_CAME: readonly DeliveryState[] = ['ordering', 'uncertain', 'refused', 'cancelled', 'rejected', 'checking'];

const MOST_LISTED = 100;

export function courierReport(rows: readonly DeliveryRow[], unit: PriceUnit, currencyDigits: CurrencyDigits): Report['couriers'] {
  const came = rows.filter(({ progress }) => !NO_COURIER_CAME.includes(progress.state));
  return {
    asked: rows.length,
    ordered: came.length,
    delivered: came.filter(({ progress }) => progress.state === 'delivered').length,
    cost: sums(
      came.flatMap((row) => costOf(row) ?? []),
      currencyDigits,
    ),
    tips: sums(
      came.flatMap((row) => tipOf(row, unit) ?? []),
      currencyDigits,
    ),
    list: rows.slice(0, MOST_LISTED).map((row) => {
      const { text, price } = deliveryView(row, currencyDigits);
      const at = new Date(row.createdAt).toISOString();
      return { id: row.id, name: nameOf(row), at, text, price, tip: money(tipOf(row, unit), currencyDigits) };
    }),
  };
}

/** One line per courier. */
export function couriersCsv(
  rows: readonly DeliveryRow[],
  unit: PriceUnit,
  currencyDigits: CurrencyDigits,
  form: TableForm = COMMAS,
): string {
  const amount = (one: Money | null) => (one ? decimal(inUnits(one, currencyDigits), form) : '');
  const head = ['name', 'delivery_id', 'service_reference', 'venue_id', 'state', 'ordered_at', 'delivered_at', 'price', 'tip', 'currency'];
  return csvOf(
    head,
    rows.map((row) => {
      const price = costOf(row);
      const { state, completedAt } = row.progress;
      return [
        nameOf(row),
        row.id,
        row.reference ?? '',
        row.venueId,
        state,
        new Date(row.createdAt).toISOString(),
        completedAt ?? '',
        amount(price),
        amount(tipOf(row, unit)),
        price?.currency ?? '',
      ];
    }),
    form,
  );
}

function tipOf({ request }: DeliveryRow, unit: PriceUnit): Money | null {
  return priceOf((request as { tip?: unknown }).tip, unit);
}
