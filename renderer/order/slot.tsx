/** An order's place in its column. While the screen is tapped, a leaving order leaves a gap. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { KitchenOrder, OrderCard } from '../../contract/contract.ts';
import type { Place } from '../state/places.ts';
import { useOrders } from '../state/ui-state.ts';
import { watchPosition } from '../touch/lock.ts';
import { say, t } from '../words.ts';
import './slot.css';

export function Slot({ place, children }: { place: Place; children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  // The gap is as high as the card, so that nothing below moves.
  const kept = useRef<number>(undefined);
  if (place.gone) kept.current ??= own.current?.offsetHeight;
  else kept.current = undefined;
  useLayoutEffect(() => watchPosition(own.current), []);
  return (
    <div ref={own} className="slot" data-keeps-place="">
      {place.gone ? <Gap place={place} height={kept.current} /> : children}
    </div>
  );
}

function Gap({ place: { order }, height }: { place: Place; height: number | undefined }) {
  const now: (KitchenOrder & Pick<OrderCard, 'statusShort'>) | undefined = useOrders()[order.id];
  const where = now && (now.column === 'ended' ? (now.statusShort ?? now.statusLabel) : t(`board.columns.${now.column}`));
  return (
    <p className="gap" data-gone="" data-order={order.number} data-of-order={order.id} style={{ minBlockSize: height }}>
      <strong>{order.number}</strong> {where && <span>{say(where)}</span>}
    </p>
  );
}
