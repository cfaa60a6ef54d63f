/** A sample order's preview, laid out by main as for the printer. */
import { useEffect, useState } from 'react';
import type { ArrangedPaper, CallOutput, PaperTemplate, Problem } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { call } from '../../state/link.ts';
import { t } from '../../words.ts';

/** The preview is drawn this long after the last change, ms. */
const PAUSE_MS = 150;

export function PaperPreview({ template, paper }: { template: PaperTemplate; paper: ArrangedPaper }) {
  const [sheet, setSheet] = useState<CallOutput<'paper.preview'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await call('paper.preview', { template, document: paper });
      if (!current) return;
      if (answer.ok) setSheet(answer.value);
      setProblem(answer.ok ? null : answer.problem);
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [template, paper]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long sheet is scrolled with the keyboard too
    <section className="paper-preview" aria-label={t('settings.layout.preview')} tabIndex={0}>
      <h3>{t('settings.layout.preview')}</h3>
      {problem && <ProblemText problem={problem} />}
      {sheet && <img src={`data:image/png;base64,${sheet.png}`} alt={sheet.text} />}
    </section>
  );
}
