import { useEffect, useState } from 'react';
import type { Problem, Report, Span } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';

interface Read {
  report: Report;
  against: Report;
}

/** `shown`: null until loaded, never of another span. `news`: a change reads again. */
export function useReport(span: Span, against: Span, news = 0): { shown: Read | null; problem: Problem | null } {
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = JSON.stringify([span, against]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `news` is a reason to read again
  useEffect(() => {
    let isOver = false;
    const [of, other] = JSON.parse(asked) as [Span, Span];
    void call('history.report', { span: of, against: other }).then((answer) => {
      if (isOver) return;
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok && answer.value.against) setRead({ report: answer.value.report, against: answer.value.against });
    });
    return () => {
      isOver = true;
    };
  }, [asked, news]);
  const isOfThem = read !== null && JSON.stringify([read.report.span, read.against.span]) === asked;
  return { shown: isOfThem ? read : null, problem };
}
