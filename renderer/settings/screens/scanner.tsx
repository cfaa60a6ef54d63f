/** How the scanners of the venue type: a scan is told from a person's keys by this. What is chosen holds at once. */
import type { ScreenSettings } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';

const said = words.settings.scanner;
const PAUSES = [100, 250, 400, 600];

export function Scanner() {
  const screen = useApp()?.screen;
  return screen && <ScannerOf screen={screen} />;
}

function ScannerOf({ screen }: { screen: ScreenSettings }) {
  const section = useSection('screen', screen);
  return (
    <section className="part" aria-label={said.title}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.pauseWhy}</p>
      <div className="form-pair">
        <SettingField of={section} name="scanner_pause_ms" label={() => said.pause} steps={PAUSES} text={said.ms} />
        <SettingField of={section} name="scanner_end" label={() => said.end} text={(end) => said[end]} />
        <SettingField of={section} name="scanner_prefix" label={() => said.prefix} hint={said.prefixWhy} />
      </div>
      {section.problem && <ProblemText problem={section.problem} spoken />}
    </section>
  );
}
