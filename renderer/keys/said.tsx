/** What the counter answers to a scan that it cannot use; gone after a while. */
import { useEffect } from 'react';
import { Icon } from '../parts/icons.tsx';
import { setCounter, useCounter } from '../state/counter.ts';
import { words } from '../words.ts';

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
          <Icon name="question" />
          {words.scan.unknown}
        </p>
      )}
    </div>
  );
}
