import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import { StationSettings } from '../../../contract/contract.ts';
import { Choices, Field, Tick } from '../../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../../parts/form/field-errors.ts';
import { freeId, lines } from '../../parts/printers/printer-fields.ts';
import { t } from '../../words.ts';

/** Views of displays, so not allowed as station IDs. */
const NOT_A_STATION = ['all', 'expo', 'ready'];

interface StationFormProps {
  station: StationSettings | null;
  taken: readonly string[];
  busy: boolean;
  onSave: (station: StationSettings) => void;
  onCancel: () => void;
}

export function StationForm({ station, taken, busy, onSave, onCancel }: StationFormProps) {
  const [isSome, setSome] = useState(station === null || station.takes !== null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const name = text('station-name');
    const checked = v.safeParse(StationSettings, {
      id: station?.id ?? freeId(name, [...taken, ...NOT_A_STATION], 'station'),
      name,
      takes: isSome ? { categories: lines(text('categories')), items: lines(text('items')), rest: fields.get('rest') === 'yes' } : null,
      minutes: text('minutes') === '' ? null : Number(text('minutes')),
    });
    setErrors(checked.success ? {} : fieldErrors(checked.issues));
    if (checked.success) onSave(checked.output);
  };
  return (
    <form className="form form-inset" aria-label={station?.name ?? t('settings.kitchen.add')} onSubmit={submit} noValidate>
      <div className="form-pair">
        <Field
          label={t('settings.printer.name')}
          name="station-name"
          maxLength={40}
          defaultValue={station?.name ?? ''}
          error={errors.name}
        />
        <Field
          label={t('settings.kitchen.minutes')}
          name="minutes"
          inputMode="numeric"
          defaultValue={station?.minutes ?? ''}
          hint={t('settings.kitchen.minutesHint')}
          error={errors.minutes}
        />
      </div>
      <Choices<'all' | 'some'>
        legend={t('settings.kitchen.makes')}
        name="makes"
        chosen={isSome ? 'some' : 'all'}
        onChoose={(chosen) => setSome(chosen === 'some')}
        options={[
          { value: 'all', label: t('settings.printer.takesAll') },
          { value: 'some', label: t('settings.printer.takesSome') },
        ]}
      />
      {isSome && (
        <div className="form-pair">
          <Lines
            label={t('settings.printer.categories')}
            name="categories"
            hint={t('settings.printer.categoriesHint')}
            value={station?.takes?.categories}
          />
          <Lines label={t('settings.printer.items')} name="items" hint={t('settings.printer.itemsHint')} value={station?.takes?.items} />
          <Tick label={t('settings.kitchen.rest')} name="rest" on={station?.takes?.rest ?? false} />
        </div>
      )}
      <div className="form-end">
        <button type="button" className="button quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </button>
        <button type="submit" className="button" disabled={busy}>
          {t('settings.save')}
        </button>
      </div>
    </form>
  );
}

function Lines({ label, name, hint, value = [] }: { label: string; name: string; hint: string; value: readonly string[] | undefined }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} name={name} rows={3} defaultValue={value.join('\n')} aria-describedby={`${id}-hint`} />
      <small className="field-hint" id={`${id}-hint`}>
        {hint}
      </small>
    </div>
  );
}
