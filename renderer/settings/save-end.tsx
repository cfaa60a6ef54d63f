/** The end of a form in Settings: what went wrong, that it is saved, and the button. */
import type { ReactNode } from 'react';
import type { Problem } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { words } from '../words.ts';

interface SaveEndProps {
  save: { busy: boolean; problem: Problem | null };
  saved: boolean;
  /** What stands on the button, where it is not "Save". */
  says?: string;
  /** Other buttons, before it. */
  children?: ReactNode;
}

export function SaveEnd({ save, saved, says = words.settings.save, children }: SaveEndProps) {
  return (
    <>
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <div className="form-end">
        {saved && <p role="status">{words.settings.saved}</p>}
        {children}
        <button type="submit" className="button" disabled={save.busy}>
          {says}
        </button>
      </div>
    </>
  );
}
