/** Details of an opened order. */
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
  isGiven: true,
});

export const detail = (): OrderDetail => ({
  toPay: euros(3_450),
  whole: null,
  sections: [
    {
      of: 'money',
      title: message('detail.moneyLabel'),
      facts: [
        money('before', message('money.beforeDiscounts'), 3_360),
        money('discounts', message('money.itemDiscounts'), -200),
        money('items', message('detail.itemsLabel'), 3_160),
        money('fees', message('money.fees'), 190),
        money('tip', message('money.courierTip'), 100),
      ],
    },
    {
      of: 'customer',
      title: message('detail.customer'),
      facts: [
        { label: message('detail.loyaltyCard'), value: '4417 88', isGiven: true },
        { label: message('detail.plusMember'), value: true, isGiven: true },
        { label: message('detail.taxId'), value: null, isGiven: false },
      ],
    },
  ],
  rows: [
    { row: 1, name: 'House burger', count: 2, unitPrice: euros(1_140), barcode: '6400000000017', notes: [message('detail.maySubstitute')] },
    { row: 2, name: 'Lemonade 0.4 l', count: 1, unitPrice: euros(380), barcode: null, notes: [message('detail.noSubstitutes')] },
  ],
  operations: [
    { name: 'replace-items', label: message('operation.replaceItems'), why: null },
    { name: 'deposits-returned', label: message('money.depositsReturned'), why: null },
    { name: 'refund-items', label: message('operation.refundItems'), why: message('operation.afterDelivery') },
    { name: 'document', label: message('detail.documents'), why: null },
  ],
  documents: [
    { type: 'INVOICE', label: message('document.invoice'), why: null, uploaded: true },
    { type: 'RECEIPT', label: message('printoutName.receipt'), why: null, uploaded: false },
  ],
  currency: 'EUR',
  minorDigits: 2,
  papers: [
    {
      at: at(-500),
      document: 'kitchen-ticket',
      part: 0,
      label: message('printoutName.kitchenTicket'),
      printerId: 'kitchen',
      text: message('printJob.printedConfirmed'),
      proof: 'confirmed',
    },
    {
      at: at(-480),
      document: 'receipt',
      part: 0,
      label: message('printoutName.receipt'),
      printerId: 'kitchen',
      text: message('printJob.unconfirmed'),
      proof: 'sent',
    },
  ],
  printable: [
    { document: 'kitchen-ticket', label: message('printoutName.kitchenTicket') },
    { document: 'receipt', label: message('printoutName.receipt') },
  ],
  batchRows: [1],
  itemsVersion: 'as-opened',
});

export const orderStory = (): OrderStory => ({
  number: '117',
  statusLabel: message('orderStatus.delivered'),
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
    { at: at(-3_000), kind: 'notification', text: message('timeline.webhook', { text: message('notification.created') }) },
    { at: at(-2_990), kind: 'order', text: message('timeline.waitingForAnswer') },
    { at: at(-2_950), kind: 'command', text: message('timeline.staffAccepted'), by: 'Anna' },
    { at: at(-2_948), kind: 'answer', text: message('timeline.acceptReceived') },
    { at: at(-2_940), kind: 'paper', text: message('cardTicket.unconfirmed'), proof: 'sent' },
    { at: at(-2_930), kind: 'till', text: message('timeline.tillHasIt') },
    { at: at(-2_000), kind: 'trouble', text: message('printer.outOfPaper') },
  ],
  causes: [
    { cause: 'paper', text: message('printer.outOfPaper'), sure: true },
    { cause: 'rush', text: message('cause.ordersInPreparation', { alongside: 9 }), sure: false },
  ],
});

export const wentBack = (): OrderDetail => ({
  ...detail(),
  sections: [
    {
      of: 'money',
      title: message('detail.moneyLabel'),
      facts: [
        money('back', message('money.refunded'), 400),
        money('back', message('money.mayBeRefunded'), 120),
        money('back', message('money.leftIfNotRefunded'), 3_050),
        money('back', message('money.depositsReturned'), 50),
      ],
    },
  ],
});
