/** How the screens look and which language they speak; what is chosen holds at once. */
import { OWN_NAME, type ScreenSettings } from '../../../contract/contract.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { tellKept } from '../kept.ts';
import { Managed } from '../managed.tsx';
import { LanguageField } from './language-field.tsx';

const said = words.settings.look;
const THEMES = ['system', 'light', 'dark'] as const;
const SIZES = ['small', 'usual', 'large'] as const;
const DENSITIES = ['usual', 'dense'] as const;

export function Look() {
  const screen = useApp()?.screen;
  const save = useCall('settings.saveScreen');
  if (!screen) return null;
  const put = (change: Partial<ScreenSettings>) => save.run({ screen: change });
  /** `says`: what is chosen then, asked anew in the language of then. */
  const set = async <K extends keyof ScreenSettings>(name: K, value: ScreenSettings[K], says: () => string) => {
    if (await put({ [name]: value })) tellKept({ says, undo: () => put({ [name]: screen[name] }) });
  };
  return (
    <section className="part" aria-label={said.title}>
      <div className="form-pair">
        <Managed places={['screen.language']}>
          <LanguageField onChoose={(language) => void set('language', language, () => `${said.language}: ${OWN_NAME[language]}`)} />
        </Managed>
        <Managed places={['screen.theme']}>
          <SelectField
            label={said.theme}
            value={screen.theme}
            onChoose={(theme) => void set('theme', theme, () => `${said.theme}: ${said.themes[theme]}`)}
            options={THEMES.map((theme) => [theme, said.themes[theme]])}
          />
        </Managed>
        <Managed places={['screen.size']}>
          <SelectField
            label={said.size}
            value={screen.size}
            onChoose={(size) => void set('size', size, () => `${said.size}: ${said.sizes[size]}`)}
            options={SIZES.map((size) => [size, said.sizes[size]])}
          />
        </Managed>
        <Managed places={['screen.density']}>
          <SelectField
            label={said.density}
            value={screen.density}
            onChoose={(density) => void set('density', density, () => `${said.density}: ${said.densities[density]}`)}
            options={DENSITIES.map((density) => [density, said.densities[density]])}
          />
        </Managed>
      </div>
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}
