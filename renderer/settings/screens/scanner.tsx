/** How scanners type, to distinguish scans from typing. Changes apply at once. */
import type { ScreenSettings } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';

const PAUSES = [100, 250, 400, 600];

export function Scanner() {
  const screen = useApp()?.screen;
  return screen && <ScannerOf screen={screen} />;
}

function ScannerOf({ screen }: { screen: ScreenSettings }) {
  const section = useSection('screen', screen);
  return (
    <section className="part" aria-label={t('settings.scanner.title')}>
      <h3>{t('settings.scanner.title')}</h3>
      <p className="page-note">{t('settings.scanner.pauseWhy')}</p>
      <div className="form-pair">
        <SettingField
          of={section}
          name="scanner_pause_ms"
          label={() => t('settings.scanner.pause')}
          steps={PAUSES}
          asText={(number) => t('settings.scanner.ms', { number })}
        />
        <SettingField
          of={section}
          name="scanner_end"
          label={() => t('settings.scanner.end')}
          asText={(end) => t(`settings.scanner.${end}`)}
        />
        <SettingField
          of={section}
          name="scanner_prefix"
          label={() => t('settings.scanner.prefix')}
          hint={t('settings.scanner.prefixWhy')}
        />
      </div>
      {section.problem && <ProblemText problem={section.problem} spoken />}
    </section>
  );
}
