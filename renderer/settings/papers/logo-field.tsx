/** A logo from an image file, as dots for the printer. */
import { useState } from 'react';
import type { Logo } from '../../../contract/contract.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { t } from '../../words.ts';
import { logoFrom } from './logo.ts';

export function LogoField({ has, onChange }: { has: boolean; onChange: (logo: Logo | null) => void }) {
  const [wrong, setWrong] = useState(false);
  const take = async (file: File) => {
    const logo = await logoFrom(file);
    setWrong(logo === null);
    if (logo) onChange(logo);
  };
  return (
    <div className="paper-file">
      <FileButton
        label={has ? t('settings.layout.logoOther') : t('settings.layout.logo')}
        accept="image/*"
        onFile={(file) => void take(file)}
      />
      {has && (
        <button type="button" className="button quiet" onClick={() => onChange(null)}>
          {t('settings.layout.logoRemove')}
        </button>
      )}
      <p className="field-hint">{t('settings.layout.logoHint')}</p>
      <p className="field-error" role="alert">
        {wrong ? t('settings.layout.logoWrong') : ''}
      </p>
    </div>
  );
}
