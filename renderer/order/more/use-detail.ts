/** What the bridge says of one order in full, read again whenever its card changes. */
import { useCallback, useEffect, useState } from 'react';
import type { OrderCard, OrderDetail } from '../../../preload/contract.ts';
import { call } from '../../state/link.ts';

/** Null until the first answer. */
export function useDetail(order: OrderCard | undefined): { detail: OrderDetail | null; readAgain: () => void } {
  const [detail, setDetail] = useState<OrderDetail | null>(null);
  const [asked, setAsked] = useState(0);
  const orderId = order?.id;
  // Every change of the card may change what is possible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` and `asked` are the reasons to read again
  useEffect(() => {
    if (orderId === undefined) return;
    let wanted = true;
    void call('order.detail', { orderId }).then((answer) => {
      if (wanted && answer.ok) setDetail(answer.value);
    });
    return () => {
      wanted = false;
    };
  }, [order, orderId, asked]);
  return { detail, readAgain: useCallback(() => setAsked((count) => count + 1), []) };
}
