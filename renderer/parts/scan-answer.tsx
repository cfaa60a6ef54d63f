/** Shows briefly why a scan did nothing, or why a tap was refused that can't show an answer itself. */
import { useEffect } from 'react';
import { setUiState, useUiState } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import { Icon } from './icons.tsx';

const SHOWN_MS = 6_000;

export function ScanAnswer() {
  const scanAnswer = useUiState((counter) => counter.scanAnswer);
  useEffect(() => {
    if (!scanAnswer) return;
    const timer = setTimeout(() => setUiState({ scanAnswer: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [scanAnswer]);
  return (
    <div role="status" className="scan-answer">
      {scanAnswer && (
        <p className="strip strip-mute">
          <Icon name={scanAnswer.kind === 'refused' ? 'warning' : 'question'} />
          {scanAnswer.kind === 'refused' ? (
            <span>
              <strong>{say(scanAnswer.problem.text)}</strong> {scanAnswer.problem.hint && <small>{say(scanAnswer.problem.hint)}</small>}
            </span>
          ) : (
            t(`scan.${scanAnswer.kind === 'unknown-code' ? 'unknown' : 'broken'}`)
          )}
        </p>
      )}
    </div>
  );
}
