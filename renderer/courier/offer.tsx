/** The offer: what it costs and when he is there, how long that holds, and from which venue it would be better. */
import { useEffect, useRef } from 'react';
import type { OfferView } from '../../contract/contract.ts';
import { useServiceNow } from '../state/clock.ts';
import { clockText, dayAndClock, ringText } from '../time/texts.ts';
import { secondsLeft } from '../time/urgency.ts';
import { words } from '../words.ts';
import { useDraft } from './draft.ts';
import { Nearby } from './nearby.tsx';
import { OrderForm } from './order-form.tsx';
import type { Asking } from './use-offer.ts';

const said = words.courierDesk;

export function Offer({ asking, onOrdered }: { asking: Asking; onOrdered: () => void }) {
  const offered = useDraft((draft) => draft.offered);
  const now = useServiceNow();
  const shown = useRef<HTMLElement>(null);
  const id = offered?.offer.id;
  // It stands below what was typed: whoever asked wants to see it.
  useEffect(() => {
    if (id) shown.current?.scrollIntoView({ block: 'start' });
  }, [id]);
  if (!offered) return null;
  const { offer } = offered;
  const left = offer.validUntil === null ? null : secondsLeft(offer.validUntil, now);
  return (
    <section ref={shown} className="form form-inset" aria-label={said.offer}>
      <h3>{said.offer}</h3>
      <Facts offer={offer} now={now} />
      {left === 0 ? (
        <p role="alert" className="courier-kind">
          {said.expired}{' '}
          <button type="button" className="button" disabled={asking.busy} onClick={() => void asking.ask()}>
            {said.askAgain}
          </button>
        </p>
      ) : (
        left !== null && <p role="timer">{said.validFor(ringText(left))}</p>
      )}
      {offer.isServed !== null && (
        <p className="courier-kind" data-kind={offer.isServed ? 'binding' : 'not-binding'}>
          {offer.isServed ? said.served : said.notServed}
        </p>
      )}
      {offer.isEstimate && <p className="courier-kind">{said.estimate}</p>}
      {!offer.isBinding && <p className="courier-kind">{said.notBinding}</p>}
      {!offer.isEstimate && <Nearby key={`nearby ${offer.id}`} offer={offer} asking={asking} />}
      {offer.isBinding && left !== 0 && <OrderForm key={offer.id} {...offered} onOrdered={onOrdered} />}
    </section>
  );
}

function Facts({ offer, now }: { offer: OfferView; now: number }) {
  const { pickupMinutes, dropoffMinutes, scheduledTime } = offer;
  const minutes = (value: number | null) => value !== null && `${said.minutes(value)} (${clockText(now + value * 60_000)})`;
  return (
    <dl className="facts">
      <Fact name={said.price} value={offer.price?.text ?? said.priceUnknown} />
      {scheduledTime === null ? (
        <>
          <Fact name={said.pickup} value={minutes(pickupMinutes)} />
          <Fact name={said.dropoff} value={minutes(dropoffMinutes)} />
        </>
      ) : (
        <Fact name={said.scheduledAt} value={dayAndClock(scheduledTime, now)} />
      )}
      <Fact name={said.where} value={offer.address} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string | null | false }) {
  return value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
}
