/** Looks for printers on this computer's networks, and offers to add what it finds. */
import { useState } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { say, words } from '../../words.ts';

const said = words.settings.printer;

export function FindPrinters({ known, onAdd }: { known: readonly string[]; onAdd: (host: string) => void }) {
  const find = useCall('printers.find');
  const [found, setFound] = useState<CallOutput<'printers.find'>['found'] | null>(null);
  const look = async () => {
    setFound(null);
    const answer = await find.run({});
    if (answer) setFound(answer.found);
  };
  return (
    <>
      <button type="button" className="button" disabled={find.busy} onClick={() => void look()}>
        {find.busy ? said.finding : said.find}
      </button>
      <div role="status">
        {found?.length === 0 && <p>{said.foundNone}</p>}
        {found && found.length > 0 && (
          <ul className="rows">
            {found.map(({ host, port, says }) => (
              <li key={host} className="row">
                <Icon name="printer" />
                <p className="row-words">
                  <strong>
                    {host}:{port}
                  </strong>
                  <span>{say(known.includes(host) ? said.foundKnown : says)}</span>
                </p>
                {!known.includes(host) && (
                  <button type="button" className="button" onClick={() => onAdd(host)}>
                    {said.addFound(host)}
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
