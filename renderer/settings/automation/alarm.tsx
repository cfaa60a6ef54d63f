/** The alarm: how loud, what each kind sounds like, and who outside is told when nobody answers. */
import { type FormEvent, useState } from 'react';
import type { AlertSettings } from '../../../contract/contract.ts';
import { Field, Tick } from '../../parts/form/field.tsx';
import { FormNumber } from '../../parts/form/number-field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { Icon } from '../../parts/icons.tsx';
import { SOUNDS, type SoundName } from '../../sound/bell.ts';
import { tryTheSound } from '../../sound/sound.ts';
import { words } from '../../words.ts';
import { tellKept } from '../kept.ts';
import { Managed } from '../managed.tsx';
import { withSet } from '../steps.ts';

const said = words.settings.alarm;
const VOLUMES = ['20', '40', '60', '80', '100'] as const;

export function Alarm({ alerts, onSaved }: { alerts: AlertSettings; onSaved: () => Promise<void> }) {
  const save = useFormCall('settings.saveAlerts', ['webhook_url', 'webhook_after_seconds'], 'alerts');
  const [saved, setSaved] = useState(false);
  const put = async (change: Partial<AlertSettings>): Promise<boolean> => {
    setSaved(false);
    const done = (await save.run({ alerts: change })) !== null;
    if (done) await onSaved();
    return done;
  };
  const setVolume = async (volume: number) => {
    if (!(await put({ volume }))) return;
    tellKept({ says: () => `${said.volume}: ${said.percent(volume)}`, undo: () => put({ volume: alerts.volume }) });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const url = String(fields.get('webhook_url')).trim();
    void put({
      webhook_url: url === '' ? null : url,
      plain_http: fields.get('plain_http') === 'yes',
      webhook_after_seconds: Number(fields.get('webhook_after_seconds') ?? alerts.webhook_after_seconds),
    }).then(setSaved);
  };
  return (
    <>
      <section className="part" aria-label={said.title}>
        <div className="form-narrow">
          <Managed places={['alerts.volume']}>
            <SelectField
              label={said.volume}
              value={String(alerts.volume)}
              onChoose={(value) => void setVolume(Number(value))}
              options={withSet(VOLUMES, alerts.volume).map((value) => [value, said.percent(Number(value))])}
            />
          </Managed>
        </div>
        <fieldset className="sounds">
          <legend>{said.listen}</legend>
          {(Object.keys(SOUNDS) as SoundName[]).map((name) => (
            <button key={name} type="button" className="button" onClick={() => tryTheSound(name)}>
              <Icon name="sound-on" />
              {said.sounds[name]}
            </button>
          ))}
        </fieldset>
      </section>
      <form className="part form" aria-label={said.webhook} onSubmit={submit} noValidate>
        <Field
          label={said.webhook}
          name="webhook_url"
          type="url"
          hint={said.webhookHint}
          defaultValue={alerts.webhook_url ?? ''}
          error={save.wrong.webhook_url}
        />
        <Tick label={words.settings.plainHttp} name="plain_http" on={alerts.plain_http} />
        <Managed places={['alerts.webhook_after_seconds']}>
          <FormNumber
            label={said.webhookAfter}
            name="webhook_after_seconds"
            least={10}
            most={900}
            step={10}
            start={alerts.webhook_after_seconds}
            error={save.wrong.webhook_after_seconds}
          />
        </Managed>
        <SaveEnd save={save} saved={saved} />
      </form>
    </>
  );
}
