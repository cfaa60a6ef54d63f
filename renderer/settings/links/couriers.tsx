import { type FormEvent, useState } from 'react';
import type { DeliverySms, DeliverySupport } from '../../../contract/contract.ts';
import { Field, Tick } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';

interface Kept {
  support: DeliverySupport | null;
  sms: DeliverySms | null;
  slip: boolean;
  priceUnit: 'minor' | 'major';
  radiusMetres: number | null;
}

export function Couriers({ kept: { support, sms, slip, ...agreed }, onSaved }: { kept: Kept; onSaved: () => Promise<void> }) {
  const [priceUnit, setPriceUnit] = useState(agreed.priceUnit);
  const save = useCall('settings.saveCouriers');
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name)).trim() || null;
    setSaved(false);
    const next = {
      support: orNone({ url: text('url'), email: text('email'), phone: text('phone') }),
      sms: orNone({ received: text('received'), picked_up: text('pickedUp') }),
      slip: fields.get('slip') !== null,
      priceUnit,
      radiusMetres: text('radius') === null ? null : Number(text('radius')),
    };
    if (!(await save.run(next))) return;
    setSaved(true);
    await onSaved();
  };
  return (
    <form className="part form" aria-label={t('settings.couriers.title')} onSubmit={(event) => void submit(event)}>
      <h3>{t('settings.couriers.title')}</h3>
      <p className="page-note">{t('settings.couriers.why')}</p>
      <div className="form-pair">
        <Field label={t('settings.couriers.url')} name="url" inputMode="url" defaultValue={support?.url ?? ''} />
        <Field label={t('settings.couriers.email')} name="email" inputMode="email" defaultValue={support?.email ?? ''} />
        <Field label={t('settings.couriers.phone')} name="phone" type="tel" defaultValue={support?.phone ?? ''} />
      </div>
      <div className="form-pair">
        <Field label={t('settings.couriers.received')} name="received" defaultValue={sms?.received ?? ''} />
        <Field label={t('settings.couriers.pickedUp')} name="pickedUp" defaultValue={sms?.picked_up ?? ''} />
      </div>
      <div className="form-pair">
        <Field
          label={t('settings.couriers.radius')}
          name="radius"
          type="number"
          min={100}
          hint={t('settings.couriers.radiusHint')}
          defaultValue={agreed.radiusMetres ?? ''}
        />
        <FormSelect
          label={t('settings.couriers.priceUnit')}
          name="priceUnit"
          chosen={priceUnit}
          onChoose={setPriceUnit}
          options={[
            ['minor', t('settings.couriers.minor')],
            ['major', t('settings.couriers.major')],
          ]}
        />
      </div>
      <Tick label={t('settings.couriers.slip')} name="slip" on={slip} />
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}

function orNone<T extends object>(fields: T): T | null {
  return Object.values(fields).every((value) => value === null) ? null : fields;
}
