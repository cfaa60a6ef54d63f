/** Everything the service said of an order (section 2.3), in words, and what staff may do with it beside the main steps. */

import type { OrderDetail } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import { linesBeside } from '../orders/money/lines-sum.ts';
import { formatMoney, minorDigits } from '../orders/money/money.ts';
import { asMoney, asTip } from '../orders/money/order-money.ts';
import { toPay } from '../orders/money/to-pay.ts';
import { DOCUMENT_TYPES, type DocumentType, type OperationName, operationsOf, whyNoDocument } from '../orders/operations.ts';
import type { Order } from '../orders/order.ts';
import { asArray, asRecord, asText, type Fields, inShort } from '../orders/reading/reading.ts';
import { pastOf } from '../outbox/operations.ts';
import type { Store } from '../store/store.ts';
import { papersOf } from './papers.ts';
import { money, wholeOrder } from './room-on-card.ts';

/** Lists that the service keeps short; a longer one is no help to anybody. */
const MOST_TOLD = 50;

type Fact = OrderDetail['sections'][number]['facts'][number];

const OPERATION_LABEL: Record<OperationName, Message> = {
  'pickup-completed': message('picked-up'),
  'courier-at-customer': message('at-customer'),
  eta: message('send-eta'),
  location: message('send-location'),
  'replace-items': message('replace-items'),
  'deposits-returned': message('deposits-returned'),
  'refund-items': message('refund-items'),
  'refund-basket': message('refund-basket'),
  document: message('documents'),
};

const DOCUMENT_LABEL: Record<DocumentType, Message> = {
  INVOICE: message('invoice'),
  RECEIPT: message('receipt'),
  REFUND: message('refund-document'),
  RETURN: message('return-document'),
  ALCOHOL_SALE: message('alcohol-sale'),
  INVOICE_CORRECTION: message('invoice-correction'),
  ALCOHOL_SALE_CORRECTION: message('alcohol-sale-correction'),
  DELIVERY_NOTE: message('delivery-note'),
};

/** Null for an order that is not known here. */
export function orderDetail(store: Store, orderId: string, iso: (at: number) => string): OrderDetail | null {
  const row = store.orders.get(orderId);
  if (!row) return null;
  const raw = asRecord(store.orders.raw(orderId)) ?? {};
  const { order, stage } = row;
  const past = pastOf(store, orderId);
  const currency = order.basketTotal?.currency || null;
  return {
    whole: wholeOrder(order),
    toPay: money(toPay(order)),
    sections: [sums(raw, order), customer(raw), company(raw), shop(raw)].filter(({ facts }) => facts.length > 0),
    rows: order.items.map((item, at) => ({
      row: item.rowNumber,
      name: item.name,
      count: item.count,
      unitPrice: money(item.unitPrice),
      barcode: item.gtin,
      notes: notesOf(asRecord(asArray(raw.items)[at]) ?? {}),
    })),
    operations: operationsOf(order, stage, past).map(({ name, why }) => ({ name, label: OPERATION_LABEL[name], why })),
    documents: DOCUMENT_TYPES.map((type) => ({
      type,
      label: DOCUMENT_LABEL[type],
      why: whyNoDocument(type, stage, past),
      uploaded: past.uploaded.includes(type),
    })),
    ...papersOf(store, order, iso),
    currency,
    minorDigits: currency === null ? null : minorDigits(currency),
    batchRows: order.batchRows,
  };
}

function sums(raw: Fields, order: Order): { title: Text; facts: Fact[] } {
  const { unreadMoney: unread } = order;
  const lines = linesBeside(order);
  const basket = asRecord(raw.basket_price);
  const fees = asRecord(raw.fees);
  const delivery = asRecord(raw.delivery) ?? {};
  const cash = asRecord(raw.cash_payment);
  return {
    title: message('money'),
    facts: [
      fact(message('items'), raw, 'basket_price', unread?.basket ?? priceOf(basket?.total)),
      ...(lines ? [{ label: message('lines-come-to-another-sum-look'), value: formatMoney(lines), said: true }] : []),
      fact(message('before-discounts'), asRecord(basket?.price_breakdown) ?? {}, 'total_before_discounts'),
      fact(message('discounts-on-items'), asRecord(basket?.price_breakdown) ?? {}, 'total_discounts'),
      {
        ...fact(message('fees'), raw, 'fees', unread?.fees ?? priceOf(fees?.total)),
        ...(unread?.fees === '' ? { says: message('service-told-no-sum-that-can') } : {}),
      },
      ...asArray(fees?.parts).map((entry) => {
        const part = asRecord(entry) ?? {};
        return { label: feeName(asText(part.type)), value: asSent(part.total), said: true };
      }),
      fact(message('tip-for-courier'), delivery, 'courier_tip', unread?.tip ?? priceOf(asTip(delivery.courier_tip))),
      fact(message('cash-to-collect'), raw, 'cash_payment', unread?.cash ?? priceOf(cash?.cash_amount)),
      ...(cash ? [fact(message('customer-gives'), cash, cash.cash_to_expect == null ? 'cash_to_expected' : 'cash_to_expect')] : []),
    ],
  };
}

function customer(raw: Fields): { title: Text; facts: Fact[] } {
  return {
    title: message('customer'),
    facts: [
      fact(message('leave-at-door'), raw, 'is_no_contact_delivery'),
      fact(message('loyalty-card'), raw, 'loyalty_card_number'),
      fact(message('member-of-plus-programme'), raw, 'is_service_plus'),
      fact(message('came-from'), raw, 'attribution_id'),
    ],
  };
}

function company(raw: Fields): { title: Text; facts: Fact[] } {
  return {
    title: message('company-invoice'),
    facts: [
      fact(message('tax-id'), raw, 'company_tax_id'),
      fact(message('name'), raw, 'company_name'),
      fact(message('address'), raw, 'company_address'),
    ],
  };
}

function shop(raw: Fields): { title: Text; facts: Fact[] } {
  const campaigns = raw.campaigns_applied;
  const names = Array.isArray(campaigns)
    ? campaigns.slice(0, MOST_TOLD).map((entry) => asText(asRecord(entry)?.name) ?? inShort(entry))
    : [];
  return {
    title: message('shop'),
    facts: [
      // Null campaigns could not be resolved; an empty list means that none applied (section 2.3).
      {
        label: message('campaigns'),
        value: names.join(', ') || null,
        said: 'campaigns_applied' in raw,
        ...(campaigns === null ? { says: message('not-resolved-yet-service-tells-later') } : {}),
      },
      fact(message('in-store-tasks'), raw, 'in_store_operations', compact(raw.in_store_operations)),
      fact(message('handling'), raw, 'order_handling', compact(raw.order_handling)),
    ],
  };
}

function notesOf(item: Fields): Text[] {
  const weight = asRecord(item.weight_details);
  const deposit = asRecord(item.deposit);
  const substitution = asRecord(item.substitution_settings);
  return [
    ...(weight
      ? Object.entries(weight)
          .slice(0, MOST_TOLD)
          .map(([key, value]) => `${sentence(key)}: ${asSent(value) ?? inShort(value)}`)
      : []),
    ...(deposit
      ? [
          deposit.gross_price == null
            ? message('deposit-of-unknown-amount')
            : message('deposit', { amount: asSent(deposit.gross_price) ?? '' }),
        ]
      : []),
    ...(substitution?.is_allowed === true
      ? [message('may-be-substituted')]
      : substitution?.is_allowed === false
        ? [message('no-substitutes-please')]
        : []),
  ];
}

/** `value` stands in where the field is an object of its own. */
function fact(label: Text, fields: Fields, key: string, value?: string | null): Fact {
  const raw = fields[key];
  const text = value === undefined ? (typeof raw === 'boolean' ? raw : asSent(raw)) : value;
  return { label, value: text, said: key in fields };
}

/** Null only for what is not there: what nobody can read is shown as it came. */
function asSent(value: unknown): string | null {
  return value === null || value === undefined ? null : (priceOf(value) ?? asText(value) ?? inShort(value));
}

function priceOf(value: unknown): string | null {
  const price = asMoney(value);
  return price && formatMoney(price);
}

function compact(value: unknown): string | null {
  const fields = asRecord(value);
  return fields && Object.keys(fields).length > 0 ? inShort(fields) : null;
}

/** The list of fee types is open (section 2.3): an unknown one is shown by its own name. */
function feeName(type: string | null): string {
  return `· ${sentence((type ?? 'fee').replace(/^type_/, ''))}`;
}

/** `INVOICE_CORRECTION` and `service_fee` as words. */
function sentence(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
