/** What goes with every courier: whom the customer asks, what the customer reads on the telephone, and the slip for the bag. */
import { type FormEvent, useState } from 'react';
import type { DeliverySms, DeliverySupport } from '../../../contract/contract.ts';
import { Field, Tick } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { useCall } from '../../parts/use-call.ts';
import { words } from '../../words.ts';

const said = words.settings.couriers;

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
    <form className="part form" aria-label={said.title} onSubmit={(event) => void submit(event)}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.why}</p>
      <div className="form-pair">
        <Field label={said.url} name="url" inputMode="url" defaultValue={support?.url ?? ''} />
        <Field label={said.email} name="email" inputMode="email" defaultValue={support?.email ?? ''} />
        <Field label={said.phone} name="phone" type="tel" defaultValue={support?.phone ?? ''} />
      </div>
      <div className="form-pair">
        <Field label={said.received} name="received" defaultValue={sms?.received ?? ''} />
        <Field label={said.pickedUp} name="pickedUp" defaultValue={sms?.picked_up ?? ''} />
      </div>
      <div className="form-pair">
        <Field label={said.radius} name="radius" type="number" min={100} hint={said.radiusHint} defaultValue={agreed.radiusMetres ?? ''} />
        <FormSelect
          label={said.priceUnit}
          name="priceUnit"
          chosen={priceUnit}
          onChoose={setPriceUnit}
          options={[
            ['minor', said.minor],
            ['major', said.major],
          ]}
        />
      </div>
      <Tick label={said.slip} name="slip" on={slip} />
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}

/** All empty is as if nothing was ever set. */
function orNone<T extends object>(fields: T): T | null {
  return Object.values(fields).every((value) => value === null) ? null : fields;
}
