/** Choice of the screens' language, each by its own name. */
import { useEffect } from 'react';
import { LANGUAGES, type Language, OWN_NAME } from '../../../contract/contract.ts';
import { loadFaces } from '../../fonts.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { SelectField } from './select.tsx';

export function LanguageField({ onChoose }: { onChoose: (language: Language) => void }) {
  const screen = useApp()?.screen;
  useEffect(() => {
    // Loads only the letters of these language names; the computer may lack them.
    for (const language of LANGUAGES) loadFaces(language).catch(() => undefined);
  }, []);
  return (
    screen && (
      <SelectField<Language>
        label={t('settings.look.language')}
        value={screen.language}
        onChoose={onChoose}
        options={LANGUAGES.map((code) => [code, OWN_NAME[code]])}
      />
    )
  );
}
