/** Ended orders, newest first. New rejections are highlighted; the rail groups them by cause. */
import { memo } from 'react';
import { MOST_ENDED, type OrderCard } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { useOfServiceNow } from '../../state/clock.ts';
import { markTapped } from '../../state/order-commands.ts';
import type { Place } from '../../state/places.ts';
import { setUiState, useLanguage } from '../../state/ui-state.ts';
import { clockText } from '../../time/texts.ts';
import { watchPosition } from '../../touch/lock.ts';
import { say, t } from '../../words.ts';
import { foldEnded, isCancelled } from './fold-ended.ts';
import './ended.css';

const STANDS_OUT_MS = 3 * 60_000;

/** "150+" if there may be more: only the latest ones are kept. */
export const endedCount = (shown: number): string => (shown < MOST_ENDED ? `${shown}` : `${MOST_ENDED}+`);

export function Ended({ places, as }: { places: Place<OrderCard>[]; as: 'list' | 'rail' }) {
  const title = t('board.columns.ended');
  return (
    <section className="ended" aria-label={t('board.countOf', { column: title, count: places.length })}>
      <h2>
        {as === 'rail' ? t('board.rail.ended') : title} <span className="column-count">{endedCount(places.length)}</span>
      </h2>
      {places.length > 0 && (
        <ul>
          {as === 'list' ? (
            <EndedOrders orders={places.map(({ order }) => order)} />
          ) : (
            foldEnded(places.map(({ order }) => order)).map(({ cause, orders }) =>
              cause === null ? (
                <EndedOrders key={orders[0]?.id} orders={orders} />
              ) : (
                <li key={orders[0]?.id} className="ended-cause">
                  <p>
                    <b>{orders.length}</b> {say(cause)}
                  </p>
                  <ul>
                    <EndedOrders orders={orders} />
                  </ul>
                </li>
              ),
            )
          )}
        </ul>
      )}
    </section>
  );
}

function EndedOrders({ orders }: { orders: readonly OrderCard[] }) {
  return orders.map((order) => (
    <li key={order.id} ref={watchPosition}>
      <EndedOrder order={order} />
    </li>
  ));
}

const EndedOrder = memo(function EndedOrder({ order }: { order: OrderCard }) {
  useLanguage();
  const rejected = isCancelled(order);
  const fresh = useOfServiceNow((now) => (order.endedAt !== null && now - Date.parse(order.endedAt) < STANDS_OUT_MS ? 'fresh' : null));
  const justNow = rejected && fresh !== null;
  return (
    <button
      type="button"
      className="ended-order"
      data-order={order.number}
      data-of-order={order.id}
      data-rejected={rejected || undefined}
      data-just-now={justNow || undefined}
      data-alerting={order.alerting || undefined}
      onClick={() => {
        markTapped(order);
        setUiState({ openOrder: order.id });
      }}
    >
      <Icon name={rejected ? 'cross' : 'check'} />
      <strong>{order.number}</strong>
      <span title={say(order.statusLabel)}>
        {say(order.statusShort ?? order.statusLabel)}
        {order.rejected === 'missed' && order.total && ` ${say(order.total)}`}
      </span>
      {order.endedAt && <time dateTime={order.endedAt}>{clockText(order.endedAt)}</time>}
    </button>
  );
});
