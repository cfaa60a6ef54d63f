import { useState } from 'react';
import { type CounterSettings, EVERYTHING } from '../../../contract/contract.ts';
import { Switch } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { CustomerLogo } from './customer-logo.tsx';
import { StationChoice } from './station-choice.tsx';
import { Tablets } from './tablets.tsx';

export function Displays({ counter, onSaved }: { counter: CounterSettings; onSaved: () => Promise<void> }) {
  const { displays: tablets, displays_port: port, unattended } = counter;
  const section = useSection('counter', counter, onSaved);
  const allow = useCall('displays.allow');
  const [station, setStation] = useState(EVERYTHING);
  const ofStation = station === EVERYTHING ? '' : `&station=${encodeURIComponent(station)}`;
  return (
    <section className="part" aria-label={t('settings.displays.title')}>
      <p className="page-note">{t('settings.displays.why')}</p>
      <div className="row-buttons">
        <button type="button" className="button" onClick={() => window.open(`?view=kitchen${ofStation}`)}>
          <Icon name="kitchen" />
          {t('settings.displays.kitchen')}
        </button>
        <button type="button" className="button" onClick={() => window.open('?view=customer')}>
          <Icon name="people" />
          {t('settings.displays.customer')}
        </button>
      </div>
      <div className="form-pair">
        <StationChoice station={station} onChoose={setStation} />
      </div>
      <CustomerLogo />
      <Switch
        label={t('settings.displays.tablets')}
        hint={t('settings.displays.tabletsWhy')}
        on={tablets}
        disabled={allow.busy}
        onTurn={(on) => void allow.run({ on }).then((done) => (done ? onSaved() : undefined))}
      />
      {allow.problem && <ProblemText problem={allow.problem} spoken />}
      {tablets && navigator.userAgent.includes('Windows') && <p className="page-note">{t('settings.displays.firewall', { port })}</p>}
      {tablets && <Tablets />}
      {(tablets || unattended) && (
        <SettingField
          of={section}
          name="unattended"
          label={() => t('settings.displays.unattended')}
          hint={t('settings.displays.unattendedWhy')}
        />
      )}
      {section.problem && <ProblemText problem={section.problem} spoken />}
    </section>
  );
}
