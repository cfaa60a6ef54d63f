/** Everything that is said of one order when it is opened. */
import { message, type OrderDetail, type OrderStory } from '../../../contract/contract.ts';
import { at, euros } from './at.ts';
import { DISHES } from './cards.ts';

const money = (
  is: NonNullable<OrderDetail['sections'][number]['facts'][number]['is']>,
  label: OrderDetail['sections'][number]['title'],
  amount: number,
) => ({
  is,
  label,
  value: null,
  money: euros(amount),
  said: true,
});

export const detail = (): OrderDetail => ({
  toPay: euros(3_450),
  whole: null,
  sections: [
    {
      of: 'money',
      title: message('money'),
      facts: [
        money('before', message('before-discounts'), 3_360),
        money('discounts', message('discounts-on-items'), -200),
        money('items', message('items'), 3_160),
        money('fees', message('fees'), 190),
        money('tip', message('tip-for-courier'), 100),
      ],
    },
    {
      of: 'customer',
      title: message('customer'),
      facts: [
        { label: message('loyalty-card'), value: '4417 88', said: true },
        { label: message('member-of-plus-programme'), value: true, said: true },
        { label: message('tax-id'), value: null, said: false },
      ],
    },
  ],
  rows: [
    { row: 1, name: 'House burger', count: 2, unitPrice: euros(1_140), barcode: '6400000000017', notes: [message('may-be-substituted')] },
    { row: 2, name: 'Lemonade 0.4 l', count: 1, unitPrice: euros(380), barcode: null, notes: [message('no-substitutes-please')] },
  ],
  operations: [
    { name: 'replace-items', label: message('replace-items'), why: null },
    { name: 'deposits-returned', label: message('deposits-returned'), why: null },
    { name: 'refund-items', label: message('refund-items'), why: message('possible-once-order-is-delivered') },
    { name: 'document', label: message('documents'), why: null },
  ],
  documents: [
    { type: 'INVOICE', label: message('invoice'), why: null, uploaded: true },
    { type: 'RECEIPT', label: message('receipt'), why: null, uploaded: false },
  ],
  currency: 'EUR',
  minorDigits: 2,
  papers: [
    {
      at: at(-500),
      document: 'kitchen-ticket',
      part: 0,
      label: message('kitchen-ticket'),
      printerId: 'kitchen',
      says: message('printed-confirmed-by-printer'),
      proof: 'confirmed',
    },
    {
      at: at(-480),
      document: 'receipt',
      part: 0,
      label: message('receipt'),
      printerId: 'kitchen',
      says: message('sent-not-confirmed-by-printer-sentence'),
      proof: 'sent',
    },
  ],
  printable: [
    { document: 'kitchen-ticket', label: message('kitchen-ticket') },
    { document: 'receipt', label: message('receipt') },
  ],
  batchRows: [1],
  itemsVersion: 'as-opened',
});

export const orderStory = (): OrderStory => ({
  number: '117',
  statusLabel: message('delivered'),
  unread: null,
  customer: 'Mia N',
  placedAt: at(-3_000),
  noticedAt: null,
  acceptedAt: at(-2_950),
  readyAt: at(-1_700),
  endedAt: at(-900),
  dueAt: at(-1_800),
  total: euros(3_160),
  toPay: euros(3_450),
  cashToCollect: null,
  items: [DISHES.burger, DISHES.lemonade],
  timeline: [
    { at: at(-3_000), kind: 'notification', says: message('service-sent-notification-says', { says: 'CREATED' }) },
    { at: at(-2_990), kind: 'order', says: message('order-waits-for-answer') },
    { at: at(-2_950), kind: 'command', says: message('staff-accepted-it'), by: 'Anna' },
    { at: at(-2_948), kind: 'answer', says: message('service-took-accept') },
    { at: at(-2_940), kind: 'paper', says: message('ticket-sent-not-confirmed-by-printer'), proof: 'sent' },
    { at: at(-2_930), kind: 'till', says: message('till-has-it') },
    { at: at(-2_000), kind: 'trouble', says: message('printer-is-out-of-paper') },
  ],
  causes: [
    { cause: 'paper', says: message('printer-is-out-of-paper'), sure: true },
    { cause: 'rush', says: message('alongside-other-orders-were-being-prepared', { alongside: 9 }), sure: false },
  ],
});

export const wentBack = (): OrderDetail => ({
  ...detail(),
  sections: [
    {
      of: 'money',
      title: message('money'),
      facts: [
        money('back', message('refunded'), 400),
        money('back', message('may-have-been-refunded'), 120),
        money('back', message('left-to-refund-if-that-did'), 3_050),
        money('back', message('deposits-returned'), 50),
      ],
    },
  ],
});
