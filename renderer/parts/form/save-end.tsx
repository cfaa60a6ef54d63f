/** The end of a form: error, saved state, and the Save button, in sight while there are changes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { ProblemText } from '../problem.tsx';
import './form.css';

interface SaveEndProps {
  save: { busy: boolean; problem: Problem | null };
  saved: boolean;
  text?: string;
  /** Called by the button instead of submitting the form. */
  onSave?: () => void;
  /** Whether something besides the form's fields was changed. */
  changed?: boolean;
  children?: ReactNode;
}

export function SaveEnd({ save, saved, text = t('settings.save'), onSave, changed = false, children }: SaveEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(false);
  useEffect(() => {
    const form = end.current?.closest('form');
    const isTyped = () => setTyped(true);
    form?.addEventListener('input', isTyped);
    return () => form?.removeEventListener('input', isTyped);
  }, []);
  useEffect(() => {
    if (saved) setTyped(false);
  }, [saved]);
  const isOpen = (typed || changed) && !save.busy;
  return (
    <div ref={end} className="save-end" data-open={isOpen || undefined}>
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <div className="form-end">
        <p className="save-state" role="status">
          {isOpen ? (
            t('settings.unsaved')
          ) : saved ? (
            <>
              <Icon name="check" />
              {t('settings.saved')}
            </>
          ) : null}
        </p>
        {children}
        <button type={onSave ? 'button' : 'submit'} className={isOpen ? 'button fill' : 'button'} disabled={save.busy} onClick={onSave}>
          {text}
        </button>
      </div>
    </div>
  );
}
