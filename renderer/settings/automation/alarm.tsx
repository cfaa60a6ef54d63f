/** The alarm: how loud, what each kind sounds like, and who outside is told when nobody answers. */
import type { AlertSettings } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { SOUNDS, type SoundName } from '../../sound/bell.ts';
import { tryTheSound } from '../../sound/sound.ts';
import { words } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { SettingsForm } from '../schema/settings-form.tsx';

const said = words.settings.alarm;
const VOLUMES = [20, 40, 60, 80, 100];

export function Alarm({ alerts, onSaved }: { alerts: AlertSettings; onSaved: () => Promise<void> }) {
  const section = useSection('alerts', alerts, onSaved);
  const rows = [
    { webhook_url: { label: said.webhook, hint: said.webhookHint, inputMode: 'url' as const } },
    { plain_http: { label: words.settings.plainHttp } },
    { webhook_after_seconds: { label: said.webhookAfter, step: 10 } },
  ];
  return (
    <>
      <section className="part" aria-label={said.title}>
        <div className="form-narrow">
          <SettingField of={section} name="volume" label={() => said.volume} steps={VOLUMES} text={said.percent} />
        </div>
        {section.problem && <ProblemText problem={section.problem} spoken />}
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
      <SettingsForm section="alerts" values={alerts} rows={rows} name={said.webhook} className="part form" onSaved={onSaved} />
    </>
  );
}
