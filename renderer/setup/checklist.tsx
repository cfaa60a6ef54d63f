/** A checklist: verified, saved but not tested, or open. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../parts/icons.tsx';
import { t } from '../words.ts';
import './proof.css';

/** `verified`: by evidence. `saved`: saved, but not tested. `wrong`: failed a test. */
type ProofState = 'verified' | 'saved' | 'open' | 'wrong';

export interface ChecklistItem {
  id: string;
  title: string;
  text?: ReactNode;
  state: ProofState;
  at?: string | null;
  act?: ReactNode;
}

const MARKS: Record<ProofState, IconName> = { verified: 'check', saved: 'clock', open: 'dots', wrong: 'warning' };

export function Checklist({ title: heading = t('setup.checklist'), proofs }: { title?: string; proofs: readonly ChecklistItem[] }) {
  const labels: Record<ProofState, string> = {
    verified: t('setup.isVerified'),
    saved: t('setup.isSaved'),
    open: t('setup.isOpen'),
    wrong: t('setup.isWrong'),
  };
  return (
    <section className="proofs" aria-label={heading}>
      <h2>{heading}</h2>
      <ul>
        {proofs.map(({ id, title, text, state, at, act }) => (
          <li key={id} data-state={state}>
            <span className="proof-mark">
              <Icon name={MARKS[state]} />
            </span>
            <span className="proof-words">
              <strong>{title}</strong>
              {text && <span>{text}</span>}
            </span>
            <small>
              <span className={at ? 'unseen' : undefined}>{labels[state]}</span>
              {at}
            </small>
            {act}
          </li>
        ))}
      </ul>
    </section>
  );
}
