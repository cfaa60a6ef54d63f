/** How the scanners of the venue type: a scan is told from a person's keys by this. What is chosen holds at once. */
import type { ScreenSettings } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { tellKept } from '../kept.ts';
import { Managed } from '../managed.tsx';
import { withSet } from '../steps.ts';

const said = words.settings.scanner;
const PAUSES = ['100', '250', '400', '600'] as const;

type ScannerSettings = Pick<ScreenSettings, 'scanner_pause_ms' | 'scanner_prefix' | 'scanner_end'>;

export function Scanner() {
  const screen = useApp()?.screen;
  const save = useCall('settings.saveScreen');
  if (!screen) return null;
  const put = (change: Partial<ScannerSettings>) => save.run({ screen: change });
  const set = async <K extends keyof ScannerSettings>(name: K, value: ScannerSettings[K], says: () => string) => {
    if (value === screen[name]) return;
    if (await put({ [name]: value })) tellKept({ says, undo: () => put({ [name]: screen[name] }) });
  };
  return (
    <section className="part" aria-label={said.title}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.pauseWhy}</p>
      <Managed places={['screen.scanner_pause_ms', 'screen.scanner_prefix', 'screen.scanner_end']}>
        <div className="form-pair">
          <SelectField
            label={said.pause}
            value={String(screen.scanner_pause_ms)}
            onChoose={(ms) => void set('scanner_pause_ms', Number(ms), () => `${said.pause}: ${said.ms(ms)}`)}
            options={withSet(PAUSES, screen.scanner_pause_ms).map((ms) => [ms, said.ms(ms)])}
          />
          <SelectField
            label={said.end}
            value={screen.scanner_end}
            onChoose={(end) => void set('scanner_end', end, () => `${said.end}: ${said[end]}`)}
            options={[
              ['enter', said.enter],
              ['tab', said.tab],
            ]}
          />
          <Field
            key={screen.scanner_prefix}
            label={said.prefix}
            name="scanner-prefix"
            maxLength={8}
            hint={said.prefixWhy}
            defaultValue={screen.scanner_prefix}
            onBlur={({ target: { value } }) => void set('scanner_prefix', value, () => `${said.prefix}: ${value}`)}
          />
        </div>
      </Managed>
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}
