/** A logo from a picture file, made into the black dots that a printer has. */
import { useState } from 'react';
import type { Logo } from '../../../contract/contract.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { words } from '../../words.ts';
import { logoFrom } from './logo.ts';

const said = words.settings.papers;

export function LogoField({ has, onChange }: { has: boolean; onChange: (logo: Logo | null) => void }) {
  const [wrong, setWrong] = useState(false);
  const take = async (file: File) => {
    const logo = await logoFrom(file);
    setWrong(logo === null);
    if (logo) onChange(logo);
  };
  return (
    <div className="paper-file">
      <FileButton label={has ? said.logoOther : said.logo} accept="image/*" onFile={(file) => void take(file)} />
      {has && (
        <button type="button" className="button quiet" onClick={() => onChange(null)}>
          {said.logoRemove}
        </button>
      )}
      <p className="field-hint">{said.logoHint}</p>
      <p className="field-error" role="alert">
        {wrong ? said.logoWrong : ''}
      </p>
    </div>
  );
}
