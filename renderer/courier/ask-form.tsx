/** Where to, and from which venue: what makes the offer binding is said while somebody types. */
import { type FormEvent, useState } from 'react';
import type { DeliveryAddress, OfferView } from '../../preload/contract.ts';
import { SelectField } from '../parts/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import { addressKind } from './address-kind.ts';

const said = words.courierDesk;

export interface Asked {
  venueId: string;
}

interface Typed {
  street: string;
  city: string;
  postCode: string;
  lat: string;
  lon: string;
  at: string;
  minutes: string;
}
const EMPTY: Typed = { street: '', city: '', postCode: '', lat: '', lon: '', at: '', minutes: '30' };

export function AskForm({ onOffer, onChange }: { onOffer: (offer: OfferView, asked: Asked) => void; onChange: () => void }) {
  const venues = Object.values(useTopic('venues'));
  const [venueId, setVenueId] = useState(venues[0]?.id ?? '');
  const [typed, setTyped] = useState(EMPTY);
  const ask = useCall('courier.offer');
  const address = addressOf(typed);
  const kind = addressKind(address);
  const set = (name: keyof Typed) => (value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    onChange();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const scheduledTime = typed.at === '' ? null : new Date(typed.at).toISOString();
    const minPreparationMinutes = typed.minutes === '' ? null : Number(typed.minutes);
    const offer = await ask.run({ venueId: venueId || (venues[0]?.id ?? ''), address, scheduledTime, minPreparationMinutes });
    if (offer) onOffer(offer, { venueId: venueId || (venues[0]?.id ?? '') });
  };
  return (
    <form className="form" aria-label={said.where} onSubmit={(event) => void submit(event)}>
      {venues.length > 1 && (
        <SelectField label={said.venue} value={venueId} onChoose={setVenueId} options={venues.map(({ id, name }) => [id, name] as const)} />
      )}
      <Line label={said.street} value={typed.street} onChange={set('street')} />
      <div className="form-pair">
        <Line label={said.postCode} value={typed.postCode} onChange={set('postCode')} />
        <Line label={said.city} value={typed.city} onChange={set('city')} />
      </div>
      <details>
        <summary className="button quiet">{said.exact}</summary>
        <div className="form-pair">
          <Line label={said.lat} value={typed.lat} onChange={set('lat')} inputMode="decimal" />
          <Line label={said.lon} value={typed.lon} onChange={set('lon')} inputMode="decimal" />
        </div>
      </details>
      <p className="courier-kind" data-kind={kind} role="status">
        {said.kinds[kind]}
      </p>
      <div className="form-pair">
        <Line label={said.preparation} value={typed.minutes} onChange={set('minutes')} type="number" min={0} max={60} />
        <Line label={said.scheduled} value={typed.at} onChange={set('at')} type="datetime-local" />
      </div>
      {ask.problem && <ProblemText problem={ask.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button big go" disabled={ask.busy || kind === 'none'}>
          {ask.busy ? said.asking : said.ask}
        </button>
      </div>
    </form>
  );
}

interface LineProps extends Omit<React.InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  onChange: (value: string) => void;
}

export function Line({ label, onChange, ...input }: LineProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input autoComplete="off" spellCheck={false} {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

function addressOf({ street, city, postCode, lat, lon }: Typed): DeliveryAddress {
  const [north, east] = [Number(lat.replace(',', '.')), Number(lon.replace(',', '.'))];
  const place =
    lat.trim() !== '' && lon.trim() !== '' && Number.isFinite(north) && Number.isFinite(east) ? { lat: north, lon: east } : null;
  return { street: street.trim() || null, city: city.trim() || null, postCode: postCode.trim() || null, place };
}
