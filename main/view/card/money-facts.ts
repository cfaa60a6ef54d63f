/** Amounts of section 2.3; unreadable ones as received. */
import type { MoneyRow } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import { unexplainedLinesSum } from '../../orders/money/lines-sum.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { asMoney, asTip } from '../../orders/money/order-money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import type { Money, Order } from '../../orders/order.ts';
import { asArray, asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import type { MoneyBack } from '../../outbox/money-back.ts';
import { asReceived, type Fact, fact, type Section, sentence } from './facts.ts';
import { money } from './fit-card.ts';

export function moneyFacts(
  raw: Fields,
  order: Order,
  back: { refunds: MoneyBack; deposits: MoneyBack },
  currencyDigits: CurrencyDigits,
): Section {
  const { amount, stated } = factsOf(currencyDigits);
  const { unreadMoney: unread } = order;
  const lines = unexplainedLinesSum(order, currencyDigits);
  const basket = asRecord(raw.basket_price);
  const fees = asRecord(raw.fees);
  const delivery = asRecord(raw.delivery) ?? {};
  const cash = asRecord(raw.cash_payment);
  const breakdown = asRecord(basket?.price_breakdown) ?? {};
  const given = cash?.cash_to_expect == null ? 'cash_to_expected' : 'cash_to_expect';
  return {
    of: 'money',
    title: message('detail.moneyLabel'),
    facts: [
      amount('items', message('detail.itemsLabel'), raw, 'basket_price', asMoney(basket?.total), unread?.basket),
      ...(lines ? [stated('odd', message('money.linesDiffer'), lines)] : []),
      amount('before', message('money.beforeDiscounts'), breakdown, 'total_before_discounts'),
      amount('discounts', message('money.itemDiscounts'), breakdown, 'total_discounts'),
      {
        ...amount('fees', message('money.fees'), raw, 'fees', asMoney(fees?.total), unread?.fees),
        ...(unread?.fees === '' ? { text: message('money.noReadableTotal') } : {}),
      },
      ...asArray(fees?.parts).map((entry): Fact => {
        const part = asRecord(entry) ?? {};
        const total = asMoney(part.total);
        return { ...stated('fee', feeName(asText(part.type)), total), value: total ? null : asReceived(part.total) };
      }),
      amount('tip', message('money.courierTip'), delivery, 'courier_tip', asTip(delivery.courier_tip), unread?.tip),
      amount('cash', message('money.cashToCollect'), raw, 'cash_payment', asMoney(cash?.cash_amount), unread?.cash),
      ...(cash ? [amount('gives', message('money.customerGives'), cash, given)] : []),
      ...wentBack(back, order, currencyDigits),
    ],
  };
}

/** Done, possible and remaining refunds; empty without refunds. */
function wentBack(
  { refunds, deposits }: { refunds: MoneyBack; deposits: MoneyBack },
  order: Order,
  currencyDigits: CurrencyDigits,
): Fact[] {
  const { stated } = factsOf(currencyDigits);
  const currency = order.basketTotal?.currency ?? '';
  const row = (label: Text, sum: number): Fact[] => (sum === 0 ? [] : [stated('back', label, { amount: sum, currency })]);
  const paid = toPay(order, currencyDigits);
  const isRefund = refunds.done + refunds.underWay + refunds.uncertain > 0;
  const left = refunds.uncertain > 0 ? message('money.leftIfNotRefunded') : message('money.leftToRefund');
  return [
    ...row(message('money.refunded'), refunds.done),
    ...row(message('money.refundSending'), refunds.underWay),
    ...row(message('money.mayBeRefunded'), refunds.uncertain),
    ...(paid && isRefund ? [stated('back', left, { ...paid, amount: Math.max(0, paid.amount - refunds.done - refunds.underWay) })] : []),
    ...row(message('money.depositsReturned'), deposits.done),
    ...row(message('money.depositsSending'), deposits.underWay),
    ...row(message('money.depositsMayBeReturned'), deposits.uncertain),
  ];
}

function factsOf(currencyDigits: CurrencyDigits) {
  return {
    /** `value`: the amount inside the field. `unread`: its text if unreadable. */
    amount(is: MoneyRow, label: Text, fields: Fields, key: string, value?: Money | null, unread?: string): Fact {
      const read = value === undefined ? asMoney(fields[key]) : value;
      const text = unread ?? (value === undefined && read === null ? undefined : null);
      return { ...fact(label, fields, key, text), is, money: unread === undefined ? money(read, currencyDigits) : null };
    },
    stated: (is: MoneyRow, label: Text, value: Money | null): Fact => ({
      label,
      value: null,
      isGiven: true,
      is,
      money: money(value, currencyDigits),
    }),
  };
}

/** Unknown fee types (section 2.3) show their own name. */
function feeName(type: string | null): string {
  return `· ${sentence((type ?? 'fee').replace(/^type_/, ''))}`;
}
