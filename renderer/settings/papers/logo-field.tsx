/** A logo from a picture file, made into the black dots that a printer has. */
import { useState } from 'react';
import type { Logo } from '../../../contract/contract.ts';
import { words } from '../../words.ts';
import { logoFrom } from './logo.ts';

const said = words.settings.papers;

export function LogoField({ has, onChange }: { has: boolean; onChange: (logo: Logo | null) => void }) {
  const [wrong, setWrong] = useState(false);
  const take = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // So that the same file, mended, can be taken again.
    input.value = '';
    if (!file) return;
    const logo = await logoFrom(file);
    setWrong(logo === null);
    if (logo) onChange(logo);
  };
  return (
    <div className="paper-file">
      <label className="field">
        <span>{has ? said.logoOther : said.logo}</span>
        <input type="file" accept="image/*" onChange={(event) => void take(event.target)} />
        <small className="field-hint">{said.logoHint}</small>
        <span className="field-error" role="alert">
          {wrong ? said.logoWrong : ''}
        </span>
      </label>
      {has && (
        <button type="button" className="button" onClick={() => onChange(null)}>
          {said.logoRemove}
        </button>
      )}
    </div>
  );
}
