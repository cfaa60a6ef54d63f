/** Appearance and language of the screens; changes apply at once. */
import { OWN_NAME, type ScreenSettings } from '../../../contract/contract.ts';
import { LanguageField } from '../../parts/form/language-field.tsx';
import { showLastChange } from '../../parts/last-change.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { Managed } from '../managed.tsx';
import { SettingField, useSection } from '../schema/setting-field.tsx';

export function Look() {
  const screen = useApp()?.screen;
  return screen && <LookOf screen={screen} />;
}

function LookOf({ screen }: { screen: ScreenSettings }) {
  const section = useSection('screen', screen);
  const setLanguage = async (language: NonNullable<ScreenSettings['language']>) => {
    if (!(await section.put({ language }))) return;
    showLastChange({
      text: () => `${t('settings.look.language')}: ${OWN_NAME[language]}`,
      undo: () => section.put({ language: screen.language }),
    });
  };
  return (
    <section className="part" aria-label={t('settings.look.title')}>
      <div className="form-pair">
        <Managed places={['screen.language']}>
          <LanguageField onChoose={(language) => void setLanguage(language)} />
        </Managed>
        <SettingField
          of={section}
          name="theme"
          label={() => t('settings.look.theme')}
          asText={(theme) => t(`settings.look.themes.${theme}`)}
        />
        <SettingField of={section} name="size" label={() => t('settings.look.size')} asText={(size) => t(`settings.look.sizes.${size}`)} />
        <SettingField
          of={section}
          name="density"
          label={() => t('settings.look.density')}
          asText={(density) => t(`settings.look.densities.${density}`)}
        />
      </div>
      {section.problem && <ProblemText problem={section.problem} spoken />}
    </section>
  );
}
