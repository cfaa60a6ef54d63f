/** A Problem of the bridge, in words: what is wrong, and what to do now. */

import { useEffect, useRef } from 'react';
import type { Problem } from '../../contract/contract.ts';
import { say } from '../words.ts';
import { Icon } from './icons.tsx';
import './problem.css';

/** `spoken`: read out as soon as it appears, for the answer to something staff have just done. */
export function ProblemText({ problem, spoken = false }: { problem: Problem; spoken?: boolean }) {
  const own = useRef<HTMLDivElement>(null);
  // An answer that stands out of sight is none.
  useEffect(() => {
    if (spoken) own.current?.scrollIntoView({ block: 'nearest' });
  }, [spoken]);
  return (
    <div ref={own} className="problem" role={spoken ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <strong>{say(problem.says)}</strong>
        {problem.remedy && <p>{say(problem.remedy)}</p>}
      </div>
    </div>
  );
}

/** Several, newest first. Two may say the same about two printers: the place is the key. */
export function Problems({ problems }: { problems: Problem[] }) {
  return problems
    .map((problem, place) => [String(place), problem] as const)
    .map(([key, problem]) => <ProblemText key={key} problem={problem} />);
}
