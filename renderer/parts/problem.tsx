import { useEffect, useMemo, useRef } from 'react';
import { message, type Problem, waitText } from '../../contract/contract.ts';
import { useNow } from '../state/clock.ts';
import { SIGN_IN_REQUIRED } from '../state/link.ts';
import { useUiState } from '../state/ui-state.ts';
import { say } from '../words.ts';
import { Icon } from './icons.tsx';
import './problem.css';

interface ProblemTextProps {
  problem: Problem;
  /** Read out at once, as it answers something staff have just done. */
  spoken?: boolean;
}

export function ProblemText({ problem, spoken = false }: ProblemTextProps) {
  const isSignedIn = useUiState(({ person }) => person !== null);
  if (isSignedIn && problem.code === SIGN_IN_REQUIRED) return null;
  return problem.waitMs === undefined ? (
    <Shown problem={problem} spoken={spoken} />
  ) : (
    <Waiting problem={problem} waitMs={problem.waitMs} spoken={spoken} />
  );
}

/** Counts down to the next allowed try, then disappears. */
function Waiting({ problem, waitMs, spoken }: Required<ProblemTextProps> & { waitMs: number }) {
  useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wait told again begins again
  const until = useMemo(() => performance.now() + waitMs, [problem, waitMs]);
  const left = until - performance.now();
  if (left <= 0) return null;
  return <Shown problem={{ ...problem, hint: message('access.nextTryIn', { time: waitText(left) }) }} spoken={spoken} />;
}

function Shown({ problem, spoken }: Required<ProblemTextProps>) {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (spoken) own.current?.scrollIntoView({ block: 'nearest' });
  }, [spoken]);
  return (
    <div ref={own} className="problem" role={spoken ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <strong>{say(problem.text)}</strong>
        {/* The countdown isn't read out. */}
        {problem.hint && <p aria-live={problem.waitMs === undefined ? undefined : 'off'}>{say(problem.hint)}</p>}
      </div>
    </div>
  );
}

/** Newest first. Texts may repeat, so the key is the position. */
export function Problems({ problems }: { problems: Problem[] }) {
  return problems
    .map((problem, place) => [String(place), problem] as const)
    .map(([key, problem]) => <ProblemText key={key} problem={problem} />);
}
