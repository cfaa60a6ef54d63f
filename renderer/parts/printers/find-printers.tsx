/** Searches this computer's networks for printers, and offers to add them. */
import { useState } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { say, t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { ProblemText } from '../problem.tsx';
import { useCall } from '../use-call.ts';

type Found = CallOutput<'printers.find'>['found'][number];

/** `known`: host and port of configured printers. */
export function FindPrinters({ known, onAdd }: { known: readonly string[]; onAdd: (found: Found) => void }) {
  const find = useCall('printers.find');
  const [found, setFound] = useState<Found[] | null>(null);
  const look = async () => {
    setFound(null);
    const answer = await find.run({});
    if (answer) setFound(answer.found);
  };
  return (
    <>
      <button type="button" className="button" disabled={find.busy} onClick={() => void look()}>
        {find.busy ? t('settings.printer.finding') : t('settings.printer.find')}
      </button>
      <div role="status">
        {found?.length === 0 && <p>{t('settings.printer.foundNone')}</p>}
        {found && found.length > 0 && (
          <ul className="rows">
            {found.map((one) => (
              <li key={placeOf(one)} className="row">
                <Icon name="printer" />
                <p className="row-words">
                  <strong>{one.name ?? placeOf(one)}</strong>
                  {one.name !== null && <span>{placeOf(one)}</span>}
                  <span>{say(known.includes(placeOf(one)) ? t('settings.printer.foundKnown') : one.text)}</span>
                </p>
                {!known.includes(placeOf(one)) && (
                  <button type="button" className="button" onClick={() => onAdd(one)}>
                    {t('settings.printer.addFound', { host: one.host })}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {find.problem && <ProblemText problem={find.problem} spoken />}
    </>
  );
}

function placeOf({ host, port }: Found): string {
  return `${host}:${port}`;
}
