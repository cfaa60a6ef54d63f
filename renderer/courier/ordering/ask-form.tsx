/** Where to, what and when: what makes the offer bind is said while somebody types. */
import type { FormEvent } from 'react';
import { MomentField } from '../../parts/form/date-field.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useTopic } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { addressKind } from './address-kind.ts';
import { type Asked, addressOf, askOther, clearDraft, PARCEL, useDraft } from './draft.ts';
import { Line } from './line.tsx';
import { ParcelFields } from './parcel-fields.tsx';
import { type Asking, useVenueId } from './use-offer.ts';
import type { Wrong } from './use-ordering.ts';

const said = words.courierDesk;
type Typed = Exclude<keyof Asked, 'parcels'>;

export function AskForm({ asking, wrong }: { asking: Asking; wrong: Wrong }) {
  const venues = Object.values(useTopic('venues'));
  const venueId = useVenueId();
  const draft = useDraft();
  const { parcels } = draft;
  const kind = addressKind(addressOf(draft));
  const typed = (name: Typed) => ({ value: draft[name], onChange: (value: string) => askOther({ [name]: value }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask();
  };
  return (
    <form className="form" aria-label={said.where} onSubmit={submit}>
      {venues.length > 1 && (
        <SelectField
          label={said.venue}
          value={venueId}
          onChoose={(id) => askOther({ venueId: id })}
          options={venues.map(({ id, name }) => [id, name] as const)}
        />
      )}
      <Line label={said.street} {...typed('street')} />
      <div className="form-pair">
        <Line label={said.postCode} {...typed('postCode')} />
        <Line label={said.city} {...typed('city')} />
      </div>
      <details>
        <summary className="button quiet">{said.exact}</summary>
        <div className="form-pair">
          <Line label={said.lat} {...typed('lat')} inputMode="decimal" />
          <Line label={said.lon} {...typed('lon')} inputMode="decimal" />
        </div>
      </details>
      <p className="courier-kind" data-kind={kind} role="status">
        {said.kinds[kind]}
      </p>
      <Line label={said.preparation} {...typed('minutes')} type="number" min={0} max={60} />
      <MomentField label={said.scheduled} {...typed('at')} />
      <h3>{said.parcels}</h3>
      {parcels.map((parcel, place) => (
        <ParcelFields
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no name of their own while they are written
          key={place}
          parcel={parcel}
          place={place}
          wrong={wrong}
          onRemove={parcels.length > 1 ? () => askOther({ parcels: parcels.filter((_, at) => at !== place) }) : null}
        />
      ))}
      <button type="button" className="button quiet" onClick={() => askOther({ parcels: [...parcels, PARCEL] })}>
        <Icon name="plus" />
        {said.addParcel}
      </button>
      {asking.problem && <ProblemText problem={asking.problem} spoken />}
      <div className="form-end">
        <button type="button" className="button quiet" onClick={clearDraft}>
          {said.clear}
        </button>
        <button
          type="submit"
          className={`button ${draft.offered ? '' : 'fill'}`}
          disabled={asking.busy || kind === 'none'}
          data-why-off={kind === 'none' ? said.kinds.none : undefined}
        >
          {asking.busy ? said.asking : said.ask}
        </button>
      </div>
    </form>
  );
}
