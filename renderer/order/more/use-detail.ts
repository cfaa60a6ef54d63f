/** An order's full data, read again when its card changes. */
import { useCallback, useEffect, useState } from 'react';
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';

/** `detail` is null until the first answer. */
export function useDetail(order: OrderCard): { detail: OrderDetail | null; readAgain: () => void } {
  const [detail, setDetail] = useState<OrderDetail | null>(null);
  const [asked, setAsked] = useState(0);
  const orderId = order.id;
  // Possible operations may change with the card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` and `asked` are the reasons to read again
  useEffect(() => {
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
