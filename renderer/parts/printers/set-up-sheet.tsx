/** Sets up a printer by a numbered test sheet: staff type the numbers of the correct lines. */
import { type FormEvent, useState } from 'react';
import type { PrinterSettings } from '../../../contract/contract.ts';
import { say, t } from '../../words.ts';
import { Field } from '../form/field.tsx';
import { ProblemText } from '../problem.tsx';
import { useCall } from '../use-call.ts';

export function SetUpSheet({ printer, onLearnt }: { printer: PrinterSettings; onLearnt: () => Promise<void> }) {
  const sheet = useCall('printer.sheet');
  const learn = useCall('printer.learn');
  const [text, setText] = useState('');
  /** Whether the printout was confirmed; undefined if the answer is about no printout. */
  const [confirmed, setConfirmed] = useState<boolean | undefined>(undefined);
  const print = async () => {
    setText('');
    const answer = await sheet.run({ printerId: printer.id });
    if (!answer) return;
    setText(say(answer.text));
    setConfirmed(answer.confirmed);
  };
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setText('');
    setConfirmed(undefined);
    const numbers = String(new FormData(event.currentTarget).get('numbers') ?? '');
    const answer = await learn.run({ printerId: printer.id, numbers });
    if (!answer) return;
    setText(say(answer.text));
    await onLearnt();
  };
  const problem = sheet.problem ?? learn.problem;
  return (
    <details className="form-more row-wide">
      <summary>{t('settings.sheet.title', { name: printer.name })}</summary>
      <ol className="sheet-steps">
        <li>
          <button type="button" className="button" disabled={sheet.busy} onClick={() => void print()}>
            {sheet.busy ? t('settings.testing') : t('settings.sheet.print')}
          </button>
          <p>{t('settings.sheet.unreadable')}</p>
        </li>
        <li>
          <form className="paper-file" onSubmit={(event) => void keep(event)} noValidate>
            <Field label={t('settings.sheet.numbers')} name="numbers" inputMode="numeric" hint={t('settings.sheet.hint')} />
            <button type="submit" className="button fill" disabled={learn.busy}>
              {t('settings.sheet.keep')}
            </button>
          </form>
        </li>
      </ol>
      <p role="status" className="printed" data-confirmed={confirmed}>
        {text}
      </p>
      {problem && <ProblemText problem={problem} spoken />}
    </details>
  );
}
