/** How the screens look and which language they speak; what is chosen holds at once. */
import { LANGUAGES, type Language, OWN_NAME, type ScreenSettings } from '../../contract/contract.ts';
import { SelectField } from '../parts/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useApp } from '../state/counter.ts';
import { words } from '../words.ts';

const said = words.settings.look;
const THEMES = ['system', 'light', 'dark'] as const;
const SIZES = ['small', 'usual', 'large'] as const;
const DENSITIES = ['usual', 'dense'] as const;

export function Look() {
  const screen = useApp()?.screen;
  const save = useCall('settings.saveScreen');
  if (!screen) return null;
  const set = (change: Partial<ScreenSettings>) => void save.run({ screen: change });
  return (
    <section className="part">
      <h2>{said.title}</h2>
      <div className="form-pair">
        <SelectField<Language>
          label={said.language}
          value={screen.language}
          onChoose={(language) => set({ language })}
          options={LANGUAGES.map((code) => [code, OWN_NAME[code]])}
        />
        <SelectField
          label={said.theme}
          value={screen.theme}
          onChoose={(theme) => set({ theme })}
          options={THEMES.map((theme) => [theme, said.themes[theme]])}
        />
        <SelectField
          label={said.size}
          value={screen.size}
          onChoose={(size) => set({ size })}
          options={SIZES.map((size) => [size, said.sizes[size]])}
        />
        <SelectField
          label={said.density}
          value={screen.density}
          onChoose={(density) => set({ density })}
          options={DENSITIES.map((density) => [density, said.densities[density]])}
        />
      </div>
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}
