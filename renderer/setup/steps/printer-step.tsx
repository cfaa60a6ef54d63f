/** Setup: printers, each verified by a test print. */
import { useCallback, useEffect, useState } from 'react';
import type { PrinterSettings, Problem } from '../../../contract/contract.ts';
import { Printers } from '../../parts/printers/printers.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { call } from '../../state/link.ts';
import { useTopic } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { Checklist } from '../checklist.tsx';
import { Question } from './question.tsx';
import '../../parts/rows.css';

export function PrinterStep() {
  const [printers, setPrinters] = useState<PrinterSettings[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('settings.get', {});
    if (answer.ok) setPrinters(answer.value.settings.printers);
    setProblem(answer.ok ? null : answer.problem);
  }, []);
  useEffect(() => void read(), [read]);
  const shown = Object.values(useTopic('printers'));
  return (
    <Question title={t('setup.printer.title')} why={t('first.printerWhy')}>
      {problem && <ProblemText problem={problem} spoken />}
      {printers && <Printers printers={printers} onSaved={read} inSetUp />}
      {shown.length > 0 && (
        <Checklist
          proofs={shown.map(({ id, name, verified }) => ({
            id,
            title: name,
            text: verified ? t('setup.printer.printed') : t('setup.printer.notTested'),
            state: verified ? 'verified' : 'saved',
          }))}
        />
      )}
    </Question>
  );
}
