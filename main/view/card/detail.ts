/** An order's details (section 2.3) in words, and further actions for staff. */

import type { OrderDetail } from '../../../contract/contract.ts';
import { type Message, message, type Text } from '../../../contract/message.ts';
import { type CurrencyDigits, inUnits } from '../../orders/money/money.ts';
import { asMoney } from '../../orders/money/order-money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import { DOCUMENT_TYPES, type DocumentType, type OperationName, operationsOf, whyNoDocument } from '../../orders/operations.ts';
import type { Money } from '../../orders/order.ts';
import { asArray, asRecord, asText, type Fields, inShort } from '../../orders/text/reading.ts';
import { itemsVersion } from '../../outbox/items-version.ts';
import { moneyBackOf } from '../../outbox/money-back.ts';
import { pastOf } from '../../outbox/operations.ts';
import type { Store } from '../../store/store.ts';
import { papersOf } from '../printouts.ts';
import { asReceived, fact, type Section, sentence } from './facts.ts';
import { money, wholeOrder } from './fit-card.ts';
import { moneyFacts } from './money-facts.ts';

/** Limit of lists that are normally short. */
const MOST_SHOWN = 50;

export const OPERATION_LABEL: Record<OperationName, Message> = {
  'pickup-completed': message('orderStatus.pickedUp'),
  'courier-at-customer': message('operation.atCustomer'),
  eta: message('operation.sendEta'),
  location: message('operation.sendLocation'),
  'replace-items': message('operation.replaceItems'),
  'deposits-returned': message('money.depositsReturned'),
  'refund-items': message('operation.refundItems'),
  'refund-basket': message('operation.refundBasket'),
  document: message('detail.documents'),
};

/** "Refund basket, 2.50 EUR". `given`: 0 if nothing is refunded, or unknown. */
export function operationText(called: Text, given: Money, currencyDigits: CurrencyDigits): Text {
  return given.amount > 0 ? message('text.list', { first: called, next: inUnits(given, currencyDigits) }) : called;
}

export const DOCUMENT_LABEL: Record<DocumentType, Message> = {
  INVOICE: message('document.invoice'),
  RECEIPT: message('printoutName.receipt'),
  REFUND: message('document.refund'),
  RETURN: message('document.return'),
  ALCOHOL_SALE: message('document.alcoholSale'),
  INVOICE_CORRECTION: message('document.invoiceCorrection'),
  ALCOHOL_SALE_CORRECTION: message('document.alcoholSaleCorrection'),
  DELIVERY_NOTE: message('document.deliveryNote'),
};

export async function orderDetail(
  store: Store,
  orderId: string,
  iso: (at: number) => string,
  currencyDigits: CurrencyDigits,
): Promise<OrderDetail | null> {
  const row = store.orders.get(orderId);
  if (!row) return null;
  const raw = asRecord(store.orders.raw(orderId)) ?? {};
  const { order, stage } = row;
  const whole = store.orders.whole(orderId, raw) ?? order;
  const past = pastOf(store, orderId);
  const currency = order.basketTotal?.currency || null;
  // Built without yielding, so it's consistent; the slower rest uses unchanging data.
  const detail: Omit<OrderDetail, 'whole'> = {
    toPay: money(toPay(order, currencyDigits), currencyDigits),
    sections: [
      moneyFacts(raw, whole, moneyBackOf(store.queue.ofOrder(orderId)), currencyDigits),
      customer(raw),
      company(raw),
      shop(raw),
    ].filter(({ facts }) => facts.length > 0),
    itemsVersion: itemsVersion(order),
    rows: order.items.map((item, at) => ({
      row: item.rowNumber,
      name: item.name,
      count: item.count,
      unitPrice: money(item.unitPrice, currencyDigits),
      barcode: item.gtin,
      notes: notesOf(asRecord(asArray(raw.items)[at]) ?? {}, currencyDigits),
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
    minorDigits: currency === null ? null : currencyDigits(currency),
    batchRows: order.batchRows,
  };
  return { ...detail, whole: await wholeOrder(order, whole, currencyDigits) };
}

function customer(raw: Fields): Section {
  return {
    of: 'customer',
    title: message('detail.customer'),
    facts: [
      fact(message('detail.leaveAtDoor'), raw, 'is_no_contact_delivery'),
      fact(message('detail.loyaltyCard'), raw, 'loyalty_card_number'),
      fact(message('detail.plusMember'), raw, 'is_service_plus'),
      fact(message('detail.source'), raw, 'attribution_id'),
    ],
  };
}

function company(raw: Fields): Section {
  return {
    of: 'company',
    title: message('detail.companyInvoice'),
    facts: [
      fact(message('detail.taxId'), raw, 'company_tax_id'),
      fact(message('detail.nameLabel'), raw, 'company_name'),
      fact(message('detail.addressLabel'), raw, 'company_address'),
    ],
  };
}

function shop(raw: Fields): Section {
  const campaigns = raw.campaigns_applied;
  const names = Array.isArray(campaigns)
    ? campaigns.slice(0, MOST_SHOWN).map((entry) => asText(asRecord(entry)?.name) ?? inShort(entry))
    : [];
  return {
    of: 'shop',
    title: message('detail.shop'),
    facts: [
      // Null: campaigns not resolved; empty: none applied (section 2.3).
      {
        label: message('detail.campaigns'),
        value: names.join(', ') || null,
        isGiven: 'campaigns_applied' in raw,
        ...(campaigns === null ? { text: message('detail.notResolvedYet') } : {}),
      },
      fact(message('detail.inStoreTasks'), raw, 'in_store_operations', compact(raw.in_store_operations)),
      fact(message('detail.handling'), raw, 'order_handling', compact(raw.order_handling)),
    ],
  };
}

function notesOf(item: Fields, currencyDigits: CurrencyDigits): Text[] {
  const weight = asRecord(item.weight_details);
  const deposit = asRecord(item.deposit);
  const gross = asMoney(deposit?.gross_price);
  const substitution = asRecord(item.substitution_settings);
  return [
    ...(weight
      ? Object.entries(weight)
          .slice(0, MOST_SHOWN)
          .map(([key, value]) => `${sentence(key)}: ${asReceived(value) ?? inShort(value)}`)
      : []),
    ...(deposit
      ? [
          deposit.gross_price == null
            ? message('money.depositUnknownAmount')
            : message('money.deposit', { amount: money(gross, currencyDigits) ?? asReceived(deposit.gross_price) ?? '' }),
        ]
      : []),
    ...(substitution?.is_allowed === true
      ? [message('detail.maySubstitute')]
      : substitution?.is_allowed === false
        ? [message('detail.noSubstitutes')]
        : []),
  ];
}

function compact(value: unknown): string | null {
  const fields = asRecord(value);
  return fields && Object.keys(fields).length > 0 ? inShort(fields) : null;
}
