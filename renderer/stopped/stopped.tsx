/** A full screen of orders canceled during preparation, until each is confirmed as stopped. */
import { useRef } from 'react';
import type { KitchenOrder } from '../../contract/contract.ts';
import { Dishes } from '../order/parts/dishes/dishes.tsx';
import { Slot } from '../order/slot.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { markTapped } from '../state/order-commands.ts';
import { present } from '../state/places.ts';
import { isForStaff, useSeveralVenues, useUiState } from '../state/ui-state.ts';
import { isLockedSo } from '../touch/guard.ts';
import { lockOf } from '../touch/lock.ts';
import { say, t } from '../words.ts';
import { useStops } from './keep-stops.ts';
import type { Stops } from './stops.ts';
import './stopped.css';

const LINES = { alone: 8, inList: 3 };

export function Stopped() {
  const { places, isList } = useStops();
  return places.length > 0 && <Screen places={places} isList={isList} />;
}

function Screen({ places, isList }: Stops) {
  const waiting = present(places);
  const [first] = waiting;
  const isOne = waiting.length === 1;
  const isKitchen = useUiState(({ view, screen }) => view === 'kitchen' || (isForStaff({ view }) && screen === 'kitchen'));
  return (
    <Dialog
      shape="full"
      name={isOne && first ? t('stopped.title', { number: first.number }) : t('stopped.several', { count: waiting.length })}
      title={isOne ? t('stopped.head') : t('stopped.several', { count: waiting.length })}
      headExtra={isList && <AllSeen waiting={waiting} />}
      onClose={null}
    >
      <ul className="stopped" data-list={isList || undefined} data-far={isKitchen || undefined}>
        {places.map((place) => (
          <li key={place.order.id}>
            <Slot place={place}>
              <Order order={place.order} isInList={isList} />
            </Slot>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Confirms the orders that were visible at pointerdown; later ones weren't seen. */
function AllSeen({ waiting }: { waiting: readonly KitchenOrder[] }) {
  const pressedOn = useRef<readonly KitchenOrder[] | null>(null);
  const seen = () => waiting.filter(({ id }) => hasBeenSeen(id));
  return (
    <button
      type="button"
      className="button stopped-all"
      onPointerDown={() => {
        pressedOn.current = seen();
      }}
      onKeyDown={() => {
        pressedOn.current = null;
      }}
      onClick={() => {
        const answered = pressedOn.current ?? seen();
        pressedOn.current = null;
        for (const order of answered) markTapped(order);
        const [newest] = waiting;
        const place = newest && document.getElementById(placeOf(newest.id));
        // All these orders just appeared: a notice says so.
        if (answered.length === 0 && place) isLockedSo(place);
      }}
    >
      <Icon name="double-check" />
      {t('stopped.allSeen', { count: waiting.length })}
    </button>
  );
}

function Order({ order, isInList }: { order: KitchenOrder; isInList: boolean }) {
  const { id, number, venueName, stopSlip, items } = order;
  // Shows the venue, as several may use the same numbers.
  const manyVenues = useSeveralVenues();
  return (
    <div id={placeOf(id)} className="stopped-order" role="alert" data-order={number} data-of-order={id}>
      <p className="stopped-number">
        <Icon name="cross" />
        {number}
      </p>
      {manyVenues && <p className="stopped-venue">{venueName}</p>}
      <p className="stopped-why">{t('stopped.why')}</p>
      {stopSlip && (
        <p className="stopped-slip" data-state={stopSlip.state}>
          {say(stopSlip.text)}
        </p>
      )}
      <Dishes items={items} most={isInList ? LINES.inList : LINES.alone} />
      <button
        type="button"
        className="button big stopped-seen"
        {...(isInList ? { 'aria-label': t('stopped.seenNamed', { number }) } : {})}
        onClick={() => markTapped(order)}
      >
        {t('stopped.seen')}
      </button>
    </div>
  );
}

const placeOf = (orderId: string): string => `stopped-${orderId}`;

/** Whether the order was on screen long enough to be seen. */
function hasBeenSeen(orderId: string): boolean {
  const place = document.getElementById(placeOf(orderId));
  return place !== null && [null, 'moved'].includes(lockOf(place));
}
