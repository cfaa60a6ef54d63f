/** A collapsed column: name, count, order numbers to tap; a waiting courier is highlighted. */
import { memo } from 'react';
import type { Column, OrderCard } from '../../../contract/contract.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { markTapped } from '../../state/order-commands.ts';
import { type Place, present } from '../../state/places.ts';
import { setUiState, useLanguage, useUiState } from '../../state/ui-state.ts';
import { clockText, dayAndClock, fromNow } from '../../time/texts.ts';
import { watchPosition } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { isFound } from '../find/found.ts';
import './rail.css';

export function Rail({ name, places }: { name: Exclude<Column, 'ended'>; places: Place<OrderCard>[] }) {
  const find = useUiState((counter) => counter.find);
  const kept = useUiState((counter) => counter.findKeeps);
  const orders = present(places);
  const title = t(`board.columns.${name}`);
  return (
    <section className="rail" data-column={name} aria-label={t('board.countOf', { column: title, count: orders.length })}>
      <h2>
        {t(`board.rail.${name}`)} <span className="column-count">{orders.length}</span>
      </h2>
      {places.length > 0 && (
        <ul>
          {places
            .filter(({ order }) => isFound(order, find, kept))
            .map(({ order, gone }) => (
              <li key={order.id} ref={watchPosition}>
                {gone ? (
                  <div className="rail-order" data-gone="" data-order={order.number} data-of-order={order.id} />
                ) : (
                  <Folded order={order} />
                )}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

const Folded = memo(function Folded({ order }: { order: OrderCard }) {
  useLanguage();
  const at = order.column === 'scheduled' ? order.preorderFor : order.pickupAt;
  const now = useServiceMinute(at);
  const isHere = order.column === 'ready' && order.courier?.state === 'approaching';
  const isScheduled = order.column === 'scheduled';
  const [first, second] =
    isScheduled && at !== null
      ? [dayAndClock(at, now), order.number]
      : [order.number, isHere ? t('board.courier') : at === null ? '' : lateOr(at, now)];
  return (
    <button
      type="button"
      id={`order-${order.id}`}
      className="rail-order"
      data-order={order.number}
      data-of-order={order.id}
      data-order-id={order.id}
      data-courier={isHere || undefined}
      data-alerting={order.alerting || undefined}
      onClick={() => {
        markTapped(order);
        setUiState({ openOrder: order.id });
      }}
    >
      <span className="unseen">{t('card.open', { number: order.number })}: </span>
      <strong>{first}</strong>
      <small>{second}</small>
    </button>
  );
});

function lateOr(at: string, now: number): string {
  return Date.parse(at) < now ? fromNow(at, now) : clockText(at);
}
