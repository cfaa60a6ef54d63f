/** Confirms replacing the menu by typing the venue's name, and a tick if prices differ by a factor of 100. */
import { type FormEvent, useState } from 'react';
import type { MenuFileView } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import type { ChosenFile } from './chosen-file.ts';

interface ReplaceProps {
  venueId: string;
  file: ChosenFile;
  checked: MenuFileView;
  onSent: () => void;
}

export function Replace({ venueId, file, checked, onSent }: ReplaceProps) {
  const upload = useCall('menu.upload');
  const [name, setName] = useState('');
  const [knowing, setKnowing] = useState(false);
  const isReady = name.trim() === checked.venueName.trim() && (knowing || !checked.isHundredfold);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const { format, text } = file;
    if (await upload.run({ venueId, format, text, name, knowing })) onSent();
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)} noValidate>
      {checked.isHundredfold && (
        <>
          <div className="problem" role="alert">
            <Icon name="warning" />
            <strong>{t('menuFile.hundred')}</strong>
          </div>
          <label className="choice">
            <input type="checkbox" checked={knowing} onChange={({ target }) => setKnowing(target.checked)} />
            <span>{t('menuFile.hundredKnown')}</span>
          </label>
        </>
      )}
      <p>
        <strong>{t('menuFile.wipes')}</strong>
      </p>
      <Field
        label={t('menuFile.type', { name: checked.venueName })}
        name="name"
        maxLength={500}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {upload.problem && <ProblemText problem={upload.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button danger" disabled={!isReady || upload.busy}>
          {t('menuFile.go')}
        </button>
      </div>
    </form>
  );
}
