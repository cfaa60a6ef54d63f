/** Optional pickup address for couriers without a service venue. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { DeliveryPickup as Pickup } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../../parts/form/field-errors.ts';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';

export function DeliveryPickup({ pickup, onSaved }: { pickup: Pickup | null; onSaved: () => Promise<void> }) {
  const save = useCall('settings.saveDeliveryPickup');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saved, setSaved] = useState(false);
  const keep = async (next: Pickup | null) => {
    setSaved(false);
    if (!(await save.run({ pickup: next }))) return;
    setSaved(true);
    await onSaved();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<keyof Pickup, string>;
    const degrees = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));
    const checked = v.safeParse(Pickup, { ...fields, lat: degrees(fields.lat), lon: degrees(fields.lon) });
    setErrors(checked.success ? {} : fieldErrors(checked.issues));
    if (checked.success) void keep(checked.output);
  };
  return (
    <form className="part form" aria-label={t('settings.deliveryPickup.title')} onSubmit={submit} noValidate>
      <h3>{t('settings.deliveryPickup.title')}</h3>
      <p className="page-note">{t('settings.deliveryPickup.why')}</p>
      <p className="row-state" data-state={pickup ? 'ready' : 'off'}>
        {pickup ? t('settings.deliveryPickup.on') : t('settings.deliveryPickup.off')}
      </p>
      <div className="form-pair">
        <Field label={t('courierDesk.name')} name="name" defaultValue={pickup?.name ?? ''} error={errors.name} />
        <Field label={t('settings.deliveryPickup.address')} name="address" defaultValue={pickup?.address ?? ''} error={errors.address} />
        <Field label={t('courierDesk.phone')} name="phone" type="tel" defaultValue={pickup?.phone ?? ''} error={errors.phone} />
      </div>
      <div className="form-pair">
        <Field label={t('courierDesk.lat')} name="lat" inputMode="decimal" defaultValue={pickup?.lat ?? ''} error={errors.lat} />
        <Field label={t('courierDesk.lon')} name="lon" inputMode="decimal" defaultValue={pickup?.lon ?? ''} error={errors.lon} />
      </div>
      <SaveEnd save={save} saved={saved} text={t('settings.deliveryPickup.use')}>
        {pickup && (
          <button type="button" className="button" disabled={save.busy} onClick={() => void keep(null)}>
            {t('settings.deliveryPickup.useVenues')}
          </button>
        )}
      </SaveEnd>
    </form>
  );
}
