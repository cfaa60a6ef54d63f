/** The end of a dialog that deletes something: cancel, confirm, and the error. */
import type { Problem } from '../../../contract/contract.ts';
import { ProblemText } from '../problem.tsx';

interface DangerEndProps {
  action: { busy: boolean; problem: Problem | null };
  keep: string;
  go: string;
  onKeep: () => void;
  /** Without it, the confirm button submits the form. */
  onGo?: () => void;
}

export function DangerEnd({ action, keep, go, onKeep, onGo }: DangerEndProps) {
  return (
    <>
      {action.problem && <ProblemText problem={action.problem} spoken />}
      <div className="form-end">
        <button type="button" className="button" onClick={onKeep}>
          {keep}
        </button>
        <button type={onGo ? 'button' : 'submit'} className="button danger" disabled={action.busy} onClick={onGo}>
          {go}
        </button>
      </div>
    </>
  );
}
