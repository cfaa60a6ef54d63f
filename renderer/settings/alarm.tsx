/** The alarm: how loud, what each kind sounds like, and who outside is told when nobody answers. */
import { type FormEvent, useState } from 'react';
import type { AlertSettings } from '../../contract/contract.ts';
import { Field, SelectField, Tick } from '../parts/field.tsx';
import { useCall } from '../parts/use-call.ts';
import { SOUNDS, type SoundName } from '../sound/bell.ts';
import { tryTheSound } from '../sound/sound.ts';
import { words } from '../words.ts';
import { SaveEnd } from './save-end.tsx';

const said = words.settings.alarm;
const VOLUMES = ['20', '40', '60', '80', '100'] as const;

export function Alarm({ alerts, onSaved }: { alerts: AlertSettings; onSaved: () => Promise<void> }) {
  const save = useCall('settings.saveAlerts');
  const [saved, setSaved] = useState(false);
  const keep = async (change: Partial<AlertSettings>) => {
    setSaved(false);
    if (!(await save.run({ alerts: change }))) return;
    setSaved(true);
    await onSaved();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const url = String(fields.get('webhook_url')).trim();
    void keep({
      webhook_url: url === '' ? null : url,
      plain_http: fields.get('plain_http') === 'yes',
      webhook_after_seconds: Number(fields.get('webhook_after_seconds')),
    });
  };
  return (
    <section className="part" aria-label={said.title}>
      <h2>{said.title}</h2>
      <SelectField
        label={said.volume}
        value={VOLUMES.find((value) => Number(value) >= alerts.volume) ?? '100'}
        onChoose={(value) => void keep({ volume: Number(value) })}
        options={VOLUMES.map((value) => [value, said.percent(Number(value))])}
      />
      <fieldset className="sounds">
        <legend>{said.listen}</legend>
        {(Object.keys(SOUNDS) as SoundName[]).map((name) => (
          <button key={name} type="button" className="button" onClick={() => tryTheSound(name)}>
            {said.sounds[name]}
          </button>
        ))}
      </fieldset>
      <form className="form" onSubmit={submit}>
        <Field label={said.webhook} name="webhook_url" type="url" hint={said.webhookHint} defaultValue={alerts.webhook_url ?? ''} />
        <Tick label={words.settings.plainHttp} name="plain_http" on={alerts.plain_http} />
        <Field
          label={said.webhookAfter}
          name="webhook_after_seconds"
          type="number"
          min={10}
          max={900}
          defaultValue={alerts.webhook_after_seconds}
        />
        <SaveEnd save={save} saved={saved} />
      </form>
    </section>
  );
}
