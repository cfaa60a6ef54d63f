/** An order's activity, oldest first, read again when its card changes. */
import { useEffect, useState } from 'react';
import type { Moment, OrderCard, Problem } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { call } from '../../state/link.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';

export function Timeline({ order }: { order: OrderCard }) {
  const [moments, setMoments] = useState<Moment[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = useServiceNow();
  useEffect(() => {
    let wanted = true;
    void call('history.order', { orderId: order.id }).then((answer) => {
      if (!wanted) return;
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok) setMoments(answer.value.timeline);
    });
    return () => {
      wanted = false;
    };
  }, [order]);
  if (problem) return <ProblemText problem={problem} spoken />;
  if (!moments) return <p>{t('more.reading')}</p>;
  return (
    <ol className="more-moments">
      {moments.map(({ at, kind, text, proof, by }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the record only grows at its end
        <li key={place} data-kind={kind} data-proof={proof}>
          <time dateTime={at}>{dayAndClock(at, now)}</time>
          <span>
            <span className="unseen">{t(`history.kinds.${kind}`)}: </span>
            {say(text)}
            {by && <strong className="moment-by"> · {by}</strong>}
          </span>
        </li>
      ))}
    </ol>
  );
}
