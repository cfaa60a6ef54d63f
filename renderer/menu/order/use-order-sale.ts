/** What can be marked sold out in an order, with states. */
import { useCallback, useEffect, useState } from 'react';
import type { OrderCard, OrderSaleView } from '../../../contract/contract.ts';
import { entryOf } from '../../state/entry-of.ts';
import { call } from '../../state/link.ts';
import { useTopic } from '../../state/ui-state.ts';

export function useOrderSale({ id, venueId }: Pick<OrderCard, 'id' | 'venueId'>): { view: OrderSaleView | null; readAgain: () => void } {
  const version = entryOf(useTopic('venues'), venueId)?.sale?.version ?? 0;
  const [view, setView] = useState<OrderSaleView | null>(null);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` and `asked` are the reasons to read again
  useEffect(() => {
    let isWanted = true;
    void call('menu.ofOrder', { orderId: id }).then((answer) => {
      if (isWanted && answer.ok) setView(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [id, version, asked]);
  return { view, readAgain: useCallback(() => setAsked((count) => count + 1), []) };
}
