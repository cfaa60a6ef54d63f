/** Facts about this computer, and settings of the desktop app. */
import { type DesktopSettings, sourceOf } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useApp } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import { SettingField, useSection } from './schema/setting-field.tsx';

const DESKTOP = ['kiosk', 'start_at_login', 'come_to_front'] as const;

export function ThisComputer({ desktop, onSaved }: { desktop: DesktopSettings; onSaved: () => Promise<void> }) {
  const app = useApp();
  const startsAtLogin = desktop.start_at_login || app?.startsAtLogin === true;
  const section = useSection('desktop', { ...desktop, start_at_login: startsAtLogin }, onSaved);
  const receiver = sourceOf(app, 'receiver');
  if (!app) return null;
  return (
    <section className="part" aria-label={t('settings.computer')}>
      <h3>{t('settings.computer')}</h3>
      {app.host === 'desktop' &&
        DESKTOP.map((name) => (
          <SettingField
            key={name}
            of={section}
            name={name}
            label={() => t(`settings.desktop.${name}`)}
            disabled={name === 'start_at_login' && desktop.kiosk}
          />
        ))}
      {section.problem && <ProblemText problem={section.problem} spoken />}
      <dl className="facts">
        <div>
          <dt>{t('settings.secretsKept')}</dt>
          <dd>{say(app.vault.text)}</dd>
        </div>
        {receiver?.address && (
          <div>
            <dt>{t('settings.receiver')}</dt>
            <dd>
              <code>{receiver.address}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('settings.version')}</dt>
          <dd>{app.version}</dd>
        </div>
        {app.updates && (
          <div>
            <dt>{t('settings.updates')}</dt>
            <dd>{say(app.updates)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
