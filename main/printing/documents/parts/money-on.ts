import { decimalOf } from '../../../../contract/money-text.ts';
import type { Translate } from '../../../../contract/words.ts';
import { type CurrencyDigits, inUnits } from '../../../orders/money/money.ts';
import type { Money } from '../../../orders/order.ts';

/** "50.80 EUR"; the raw number if the currency's unit is unknown. */
export function moneyOn(money: Money, t: Translate, currencyDigits: CurrencyDigits): string {
  const decimal = decimalOf(inUnits(money, currencyDigits));
  if (decimal === null) return t('printout.unitUnknown', { amount: `${money.amount} ${money.currency}`.trim() });
  return `${decimal} ${money.currency}`;
}

export function isSome(money: Money | null | undefined): money is Money {
  return money !== null && money !== undefined && money.amount !== 0;
}

/** Discounts arrive with either sign. */
export function unsigned({ amount, currency }: Money): Money {
  return { amount: Math.abs(amount), currency };
}
