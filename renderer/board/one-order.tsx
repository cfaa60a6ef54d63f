/** New orders one at a time, as on a phone: the most urgent first, the others by swiping or buttons. */
import { useEffect } from 'react';
import { Icon } from '../parts/icons.tsx';
import { LEFT_ALONE_MS } from '../parts/use-out-of-sight.ts';
import { onTick } from '../state/clock.ts';
import type { Places } from '../state/places.ts';
import { readUiState, setUiState, useUiState } from '../state/ui-state.ts';
import { readHands } from '../touch/hands.ts';
import { watchPosition } from '../touch/lock.ts';
import { useSwipe } from '../touch/use-swipe.ts';
import { t } from '../words.ts';
import { isFound } from './find/found.ts';
import { Zone } from './zone.tsx';
import './one-order.css';

/** Called each second, so an unchanged choice isn't set again. */
function show(orderId: string | undefined): void {
  const boardOrder = orderId ?? null;
  if (readUiState().boardOrder !== boardOrder) setUiState({ boardOrder });
}

/** Not an order whose answer is on its way. */
const mostUrgent = (list: Places['new']) => list.find(({ gone, order }) => !gone && order.pending === null) ?? list[0];

export function OneOrder({ places, showVenue }: { places: Places['new']; showVenue: boolean }) {
  const find = useUiState((counter) => counter.find);
  const kept = useUiState((counter) => counter.findKeeps);
  const chosen = useUiState((counter) => counter.boardOrder);
  // An answered order stays until the screen is at rest (places.ts).
  const list = places.filter(({ order, gone }) => isFound(order, find, kept) && (!gone || order.id === chosen));
  const shown = list.find(({ order }) => order.id === chosen) ?? mostUrgent(list);
  const shownId = shown?.order.id;
  const firstId = mostUrgent(list)?.order.id;
  // While the screen is in use, a more urgent order doesn't replace it.
  useEffect(() => show(shownId), [shownId]);
  useEffect(() => onTick(() => void (Date.now() - readHands().usedAt > LEFT_ALONE_MS && show(firstId))), [firstId]);
  const at = list.findIndex(({ order }) => order.id === shownId);
  const go = (by: 1 | -1) => show(list.at((at + by) % list.length)?.order.id);
  const swipe = useSwipe((_, right) => {
    const isMirrored = document.documentElement.dir === 'rtl';
    if (list.length > 1) go(right < 0 !== isMirrored ? 1 : -1);
  });
  const pager = list.length > 1 && (
    <span ref={watchPosition} className="pager">
      <button type="button" className="button quiet square" aria-label={t('board.one.previous')} onClick={() => go(-1)}>
        <Icon name="before" />
      </button>
      <span role="status">{t('board.one.place', { place: at + 1, count: list.length })}</span>
      <button type="button" className="button quiet square" aria-label={t('board.one.next')} onClick={() => go(1)}>
        <Icon name="after" />
      </button>
    </span>
  );
  return (
    <div className="one-order" onClickCapture={swipe.keepClick} {...swipe.hears}>
      <Zone name="new" places={places} columns={[shownId === undefined ? [] : [shownId]]} showVenue={showVenue} pager={pager} />
    </div>
  );
}
