/** The offer with its price and times, and everything a courier must know. Ordering is one decision: a double touch orders one. */
import { type FormEvent, useState } from 'react';
import type { OfferView } from '../../preload/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceNow } from '../state/clock.ts';
import { ringText } from '../time/texts.ts';
import { secondsLeft } from '../time/urgency.ts';
import { words } from '../words.ts';
import { minorUnits } from './minor-units.ts';
import { PARCEL, type Parcel, ParcelFields } from './parcel-fields.tsx';

const said = words.courierDesk;

export function OrderForm({ offer, venueId, onOrdered }: { offer: OfferView; venueId: string; onOrdered: () => void }) {
  const now = useServiceNow();
  const left = offer.validUntil === null ? null : secondsLeft(offer.validUntil, now);
  const [requestId] = useState(() => crypto.randomUUID());
  const [parcels, setParcels] = useState<Parcel[]>([PARCEL]);
  const [wrong, setWrong] = useState(false);
  const order = useCall('courier.order');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const tip = minorUnits(text('tip'));
    const cash = minorUnits(text('cash'));
    const isWrong = [tip, cash, ...parcels.map(({ value }) => value)].some(Number.isNaN);
    setWrong(isWrong);
    if (isWrong) return;
    const done = await order.run({
      requestId,
      venueId,
      offerId: offer.id,
      recipient: { name: text('name'), phone: text('phone'), email: text('email') || null },
      comment: text('comment') || null,
      orderNumber: text('orderNumber') || null,
      isNoContact: fields.get('noContact') !== null,
      parcels,
      tip,
      cash,
      handshake: fields.get('handshake') !== null,
    });
    if (done) onOrdered();
  };
  const over = left === 0;
  return (
    <form className="form form-inset" aria-label={said.offer} onSubmit={(event) => void submit(event)}>
      <h3>{said.offer}</h3>
      <dl className="facts">
        <Fact name={said.price} value={offer.price?.text} />
        <Fact name={said.pickup} value={offer.pickupMinutes === null ? null : said.minutes(offer.pickupMinutes)} />
        <Fact name={said.dropoff} value={offer.dropoffMinutes === null ? null : said.minutes(offer.dropoffMinutes)} />
        <Fact name={said.where} value={offer.address} />
      </dl>
      <p role="timer">{over ? said.expired : left !== null && said.validFor(ringText(left))}</p>
      {offer.isServed !== null && (
        <p className="courier-kind" data-kind={offer.isServed ? 'binding' : 'not-binding'}>
          {offer.isServed ? said.served : said.notServed}
        </p>
      )}
      {offer.isEstimate && <p className="courier-kind">{said.estimate}</p>}
      {!offer.isBinding && <p className="courier-kind">{said.notBinding}</p>}
      {offer.isBinding && !over && (
        <>
          <div className="form-pair">
            <Field label={said.name} name="name" />
            <Field label={said.phone} name="phone" type="tel" />
            <Field label={said.email} name="email" type="email" />
            <Field label={said.orderNumber} name="orderNumber" />
            <Field label={said.comment} name="comment" />
          </div>
          <h4>{said.parcels}</h4>
          {parcels.map((parcel, place) => (
            <ParcelFields
              // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no name of their own while they are written
              key={place}
              parcel={parcel}
              onChange={(change) => setParcels((before) => before.map((one, at) => (at === place ? { ...one, ...change } : one)))}
              onRemove={parcels.length > 1 ? () => setParcels(parcels.filter((_, at) => at !== place)) : null}
            />
          ))}
          <button type="button" className="button" onClick={() => setParcels([...parcels, PARCEL])}>
            <Icon name="plus" />
            {said.addParcel}
          </button>
          <div className="form-pair">
            <Field label={said.tip} name="tip" inputMode="decimal" />
            <Field label={said.cash} name="cash" inputMode="decimal" />
          </div>
          <div className="choices-row">
            <Check name="noContact" label={said.noContact} />
            <Check name="handshake" label={said.handshake} />
          </div>
          {wrong && <p className="field-error">{said.badAmount}</p>}
          {order.problem && <ProblemText problem={order.problem} spoken />}
          <div className="form-end">
            <button type="submit" className="button big go" disabled={order.busy}>
              {said.order}
            </button>
          </div>
        </>
      )}
    </form>
  );
}

function Fact({ name, value }: { name: string; value: string | null | undefined }) {
  return value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
}

function Field({ label, ...input }: React.InputHTMLAttributes<HTMLInputElement> & { label: string; name: string }) {
  return (
    <label className="field">
      <span>{label}</span>
      <input autoComplete="off" spellCheck={false} {...input} />
    </label>
  );
}

function Check({ name, label }: { name: string; label: string }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} />
      <span>
        <strong>{label}</strong>
      </span>
    </label>
  );
}
