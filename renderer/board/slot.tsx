/** An order's place in its column. It keeps its height while someone touches the screen, and stays as a gap until they stop. */
import type { ReactNode } from 'react';
import { useTopic } from '../state/counter.ts';
import type { Place } from '../state/places.ts';
import { watchPosition } from '../touch/lock.ts';
import { say, t } from '../words.ts';
import './slot.css';

/** `children`: the order as long as it is here. */
export function Slot({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <div ref={watchPosition} className="slot" data-keeps-place="">
      {place.gone ? <Gap place={place} /> : children}
    </div>
  );
}

/** Where it went, in a word: the eye that looks for it here finds it there. */
function Gap({ place: { order } }: { place: Place }) {
  const now = useTopic('orders')[order.id];
  const where = now && (now.column === 'ended' ? (now.statusShort ?? now.statusLabel) : t(`board.columns.${now.column}`));
  return (
    <p className="gap" data-order={order.number} data-of-order={order.id}>
      <strong>{order.number}</strong> {where && <span>{say(where)}</span>}
    </p>
  );
}
