/** The alarm: volume, sounds, and the webhook that reports unanswered orders. */
import type { AlertSettings } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { SOUNDS, type SoundName } from '../../sound/bell.ts';
import { tryTheSound } from '../../sound/sound.ts';
import { t } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { SettingsForm } from '../schema/settings-form.tsx';

const VOLUMES = [20, 40, 60, 80, 100];

export function Alarm({ alerts, onSaved }: { alerts: AlertSettings; onSaved: () => Promise<void> }) {
  const section = useSection('alerts', alerts, onSaved);
  const rows = [
    { webhook_url: { label: t('settings.alarm.webhook'), hint: t('settings.alarm.webhookHint'), inputMode: 'url' as const } },
    { plain_http: { label: t('settings.plainHttp') } },
    { webhook_after_seconds: { label: t('settings.alarm.webhookAfter'), step: 10 } },
  ];
  return (
    <>
      <section className="part" aria-label={t('settings.alarm.title')}>
        <div className="form-narrow">
          <SettingField
            of={section}
            name="volume"
            label={() => t('settings.alarm.volume')}
            steps={VOLUMES}
            asText={(number) => t('settings.alarm.percent', { number })}
          />
        </div>
        {section.problem && <ProblemText problem={section.problem} spoken />}
        <fieldset className="sounds">
          <legend>{t('settings.alarm.listen')}</legend>
          {(Object.keys(SOUNDS) as SoundName[]).map((name) => (
            <button key={name} type="button" className="button" onClick={() => tryTheSound(name)}>
              <Icon name="sound-on" />
              {t(`settings.alarm.sounds.${name}`)}
            </button>
          ))}
        </fieldset>
      </section>
      <SettingsForm
        section="alerts"
        values={alerts}
        rows={rows}
        name={t('settings.alarm.webhook')}
        className="part form"
        onSaved={onSaved}
      />
    </>
  );
}
