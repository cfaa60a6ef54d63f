/** What the counter answers to a scan that it cannot use, and to a touch that was refused and has no other place for that; gone after a while. */
import { useEffect } from 'react';
import { Icon } from '../parts/icons.tsx';
import { setCounter, useCounter } from '../state/counter.ts';
import { say, t } from '../words.ts';

const SHOWN_MS = 6_000;

export function Said() {
  const said = useCounter((counter) => counter.said);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setCounter({ said: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" className="said">
      {said && (
        <p className="strip strip-mute">
          <Icon name={said.kind === 'refused' ? 'warning' : 'question'} />
          {said.kind === 'refused' ? (
            <span>
              <strong>{say(said.problem.says)}</strong> {said.problem.remedy && <small>{say(said.problem.remedy)}</small>}
            </span>
          ) : (
            t(`scan.${said.kind === 'unknown-code' ? 'unknown' : 'broken'}`)
          )}
        </p>
      )}
    </div>
  );
}
