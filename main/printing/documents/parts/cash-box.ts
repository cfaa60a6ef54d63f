import type { Translate } from '../../../../contract/words.ts';
import type { CurrencyDigits } from '../../../orders/money/money.ts';
import type { Order } from '../../../orders/order.ts';
import { centred, valueRow } from '../../layout/blocks.ts';
import type { Block, LetterBlock } from '../../layout/document.ts';
import { moneyOn } from './money-on.ts';

/** Empty if there is no cash. An unreadable amount is printed as the service sent it. */
export function cashBox({ cash, unreadMoney }: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  if (cash === null)
    return unreadMoney?.cash === undefined
      ? []
      : [{ kind: 'box', title: t('printout.collectCash'), blocks: [...asItCame(unreadMoney.cash), centred(t('printout.checkScreen'), 1)] }];
  const { collect, expect } = cash;
  const blocks: LetterBlock[] = [
    { kind: 'text', text: moneyOn(collect, t, currencyDigits), size: 3, bold: true, align: 'center', shrinkToOneLine: true },
  ];
  if (expect && expect.currency === collect.currency && expect.amount > collect.amount) {
    const change = { amount: expect.amount - collect.amount, currency: collect.currency };
    blocks.push(
      valueRow(t('printout.customerGives'), moneyOn(expect, t, currencyDigits), 'tall', false),
      valueRow(t('printout.change'), moneyOn(change, t, currencyDigits), 'tall', false),
    );
  }
  return [{ kind: 'box', title: t('printout.collectCash'), blocks }];
}

function asItCame(text: string): LetterBlock[] {
  return [{ kind: 'text', text, size: 'tall', bold: true, align: 'center' }];
}
