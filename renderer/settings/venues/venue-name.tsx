/** The venue's name for staff and address for receipts. Default: the service's name. */
import { type FormEvent, useState } from 'react';
import type { VenueView } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { t } from '../../words.ts';
import { Managed } from '../managed.tsx';

export function VenueName({ venue }: { venue: VenueView }) {
  const save = useFormCall('venue.rename', ['name', 'address']);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? '').trim() || null;
    if (await save.run({ venueId: venue.id, name: text('name'), address: text('address') })) setSaved(true);
  };
  return (
    <details className="row-more">
      <summary>{t('connect.venueName')}</summary>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Managed places={[`venues.${venue.id}.name`, `venues.${venue.id}.address`]}>
          <div className="form-pair">
            <Field
              label={t('connect.venueName')}
              name="name"
              maxLength={80}
              defaultValue={venue.name === venue.id ? '' : venue.name}
              hint={t('connect.venueNameHint')}
              error={save.wrong.name}
            />
            <Field
              label={t('connect.venueAddress')}
              name="address"
              maxLength={200}
              defaultValue={venue.address ?? ''}
              hint={t('connect.venueAddressHint')}
              error={save.wrong.address}
            />
          </div>
          <SaveEnd save={save} saved={saved} text={t('settings.saveName')} />
        </Managed>
      </form>
    </details>
  );
}
