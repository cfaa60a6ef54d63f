/** A modal dialog on the browser's own element: it holds the focus, closes on Escape, and carries the strips that must stay touchable. */
import { type ReactNode, useEffect, useRef } from 'react';
import { setCounter } from '../state/counter.ts';
import { UrgentStrips } from '../status/strips.tsx';
import { words } from '../words.ts';
import { Icon } from './icons.tsx';
import './dialog.css';

interface DialogProps {
  title: ReactNode;
  /** The accessible name, where the title alone would not tell. */
  name?: string;
  shape?: 'middle' | 'side' | 'full';
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, name, shape = 'middle', onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!element.current?.open) element.current?.showModal();
    setCounter(({ dialogs }) => ({ dialogs: dialogs + 1 }));
    return () => setCounter(({ dialogs }) => ({ dialogs: dialogs - 1 }));
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${shape}`}
      aria-label={name ?? (typeof title === 'string' ? title : undefined)}
      onClose={onClose}
      onPointerDown={(event) => {
        // The dialog element itself is only hit on the shade around it.
        if (event.target === element.current) element.current.close();
      }}
    >
      <div className="dialog-sheet">
        <UrgentStrips />
        <header className="dialog-head">
          <h2>{title}</h2>
          <button type="button" className="button quiet square" aria-label={words.detail.close} onClick={() => element.current?.close()}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
