import { useRef, useState } from 'react';
import { Field } from '../../parts/form/field.tsx';
import { t } from '../../words.ts';
import type { FormProps } from './form-props.ts';
import { OperationForm } from './operation-form.tsx';
import type { Typed } from './typed.ts';

export function PlainForm({ order, name, label, onDone }: FormProps) {
  const operation = name === 'pickup-completed' ? 'pickup-completed' : 'courier-at-customer';
  return <OperationForm order={order} label={label} onDone={onDone} read={() => ({ operation })} />;
}

export function EtaForm({ order, label, onDone }: FormProps) {
  return (
    <OperationForm order={order} label={label} onDone={onDone} read={(typed) => ({ operation: 'eta', minutes: typed.whole('minutes') })}>
      <Field label={t('more.eta.minutes')} name="minutes" inputMode="numeric" defaultValue="15" />
    </OperationForm>
  );
}

export function LocationForm({ order, label, onDone }: FormProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [silent, setSilent] = useState(false);
  const takeFromDevice = () => {
    setSilent(false);
    if (!('geolocation' in navigator)) return setSilent(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const write = (name: string, value: number) => {
          const field = frame.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
          if (field) field.value = value.toFixed(6);
        };
        write('lat', coords.latitude);
        write('lon', coords.longitude);
      },
      () => setSilent(true),
      { timeout: 8_000 },
    );
  };
  const read = (typed: Typed) => ({ operation: 'location', lat: typed.number('lat'), lon: typed.number('lon'), heading: null }) as const;
  return (
    <OperationForm order={order} label={label} onDone={onDone} read={read}>
      <div ref={frame} className="more-fields">
        <button type="button" className="button" onClick={takeFromDevice}>
          {t('more.location.here')}
        </button>
        <p role="status">{silent && t('more.location.noPlace')}</p>
        <Field label={t('more.location.lat')} name="lat" inputMode="decimal" />
        <Field label={t('more.location.lon')} name="lon" inputMode="decimal" />
      </div>
    </OperationForm>
  );
}
