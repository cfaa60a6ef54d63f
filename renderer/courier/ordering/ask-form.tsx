/** The form for an offer: where, what, when; explains what makes the offer binding. */
import type { FormEvent } from 'react';
import { MomentField } from '../../parts/form/date-field.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useTopic } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { addressKind, missingOf } from './address-kind.ts';
import { addressOf, clearDraft, PARCEL, type PriceInputs, setPriceInputs, useDraft } from './draft.ts';
import { LineField } from './line-field.tsx';
import { ParcelFields } from './parcel-fields.tsx';
import { type Asking, useVenueId } from './use-offer.ts';
import type { Wrong } from './use-ordering.ts';

type Typed = Exclude<keyof PriceInputs, 'parcels'>;

export function AskForm({ asking, wrong }: { asking: Asking; wrong: Wrong }) {
  const venues = Object.values(useTopic('venues'));
  const venueId = useVenueId();
  const draft = useDraft();
  const { parcels } = draft;
  const kind = addressKind(addressOf(draft));
  const typed = (name: Typed) => ({ value: draft[name], onChange: (value: string) => setPriceInputs({ [name]: value }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask();
  };
  return (
    <form className="form" aria-label={t('courierDesk.where')} onSubmit={submit}>
      {venues.length > 1 && (
        <SelectField
          label={t('courierDesk.venue')}
          value={venueId}
          onChoose={(id) => setPriceInputs({ venueId: id })}
          options={venues.map(({ id, name }) => [id, name] as const)}
        />
      )}
      <LineField label={t('courierDesk.street')} {...typed('street')} />
      <div className="form-pair">
        <LineField label={t('courierDesk.postCode')} {...typed('postCode')} />
        <LineField label={t('courierDesk.city')} {...typed('city')} />
      </div>
      <details>
        <summary className="button quiet">{t('courierDesk.exact')}</summary>
        <div className="form-pair">
          <LineField label={t('courierDesk.lat')} {...typed('lat')} inputMode="decimal" />
          <LineField label={t('courierDesk.lon')} {...typed('lon')} inputMode="decimal" />
        </div>
      </details>
      <p className="courier-kind" data-kind={kind} role="status">
        {kind === 'binding-with-risk'
          ? t('courierDesk.kinds.binding-with-risk', { missing: missingOf(addressOf(draft)) })
          : t(`courierDesk.kinds.${kind}`)}
      </p>
      <LineField label={t('courierDesk.preparation')} {...typed('minutes')} type="number" min={0} max={60} />
      <MomentField label={t('courierDesk.scheduled')} {...typed('at')} />
      <h3>{t('courierDesk.parcels')}</h3>
      {parcels.map((parcel, place) => (
        <ParcelFields
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no name of their own while they are written
          key={place}
          parcel={parcel}
          place={place}
          wrong={wrong}
          onRemove={parcels.length > 1 ? () => setPriceInputs({ parcels: parcels.filter((_, at) => at !== place) }) : null}
        />
      ))}
      <button type="button" className="button quiet" onClick={() => setPriceInputs({ parcels: [...parcels, PARCEL] })}>
        <Icon name="plus" />
        {t('courierDesk.addParcel')}
      </button>
      {asking.problem && <ProblemText problem={asking.problem} spoken />}
      <p className="field-hint" id="courier-ask-off">
        {kind === 'none' && t('courierDesk.kinds.none')}
      </p>
      <div className="form-end">
        <button type="button" className="button quiet" onClick={clearDraft}>
          {t('courierDesk.clear')}
        </button>
        <button
          type="submit"
          className={`button ${draft.offered ? '' : 'fill'}`}
          disabled={asking.busy || kind === 'none'}
          data-why-off={kind === 'none' ? t('courierDesk.kinds.none') : undefined}
          aria-describedby="courier-ask-off"
        >
          {asking.busy ? t('courierDesk.asking') : t('courierDesk.ask')}
        </button>
      </div>
    </form>
  );
}
