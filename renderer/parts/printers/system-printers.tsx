/** The operating system's printers to choose from, with port, driver and state. */
import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';
import { say, t } from '../../words.ts';
import { Icon } from '../icons.tsx';

export function SystemPrinters({ onChoose }: { onChoose: (name: string) => void }) {
  const [found, setFound] = useState<CallOutput<'printers.ofSystem'>['printers'] | null>(null);
  useEffect(() => {
    void call('printers.ofSystem', {}).then((answer) => setFound(answer.ok ? answer.value.printers : []));
  }, []);
  return (
    <div role="status">
      {found?.length === 0 && <p>{t('settings.printer.queueNone')}</p>}
      {found && found.length > 0 && (
        <ul className="rows">
          {found.map(({ name, port, driver, text }) => (
            <li key={name} className="row">
              <Icon name="printer" />
              <p className="row-words">
                <strong>{name}</strong>
                <span className="second">{[port, driver].filter((part) => part !== '').join(' · ')}</span>
                <span>{say(text)}</span>
              </p>
              <button type="button" className="button" onClick={() => onChoose(name)}>
                {t('settings.printer.queueChoose', { name })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
