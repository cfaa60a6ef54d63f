/** A modal dialog: keeps the focus, closes on Escape or an outside tap, and shows the page's strips. */
import { type ReactNode, useContext, useId, useLayoutEffect } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { lockDialog, lockShade, watchMoves } from '../touch/lock.ts';
import { t } from '../words.ts';
import { Icon } from './icons.tsx';
import { addDialog, DialogStrips, LayerContext } from './layers.ts';
import { ScanAnswer } from './scan-answer.tsx';
import './dialog.css';
import './layers.css';

interface DialogProps {
  title: ReactNode;
  /** Accessible name if the title isn't enough. */
  name?: string;
  shape?: 'middle' | 'side' | 'order' | 'full' | 'call';
  order?: { id: string; number: string };
  /** More content: `headExtra` in the dialog's head, `below` under it. */
  headExtra?: ReactNode;
  below?: ReactNode;
  /** Label of the close button, if closing does more. */
  closing?: string;
  /** Null: only buttons in the content close the dialog. */
  onClose: (() => void) | null;
  children: ReactNode;
}

export function Dialog({ title, name, shape = 'middle', order, headExtra, below, closing, onClose, children }: DialogProps) {
  const layer = useId();
  const strips = useContext(DialogStrips);
  useLayoutEffect(() => addDialog(layer), [layer]);
  return (
    <LayerContext value={layer}>
      <ModalOverlay
        ref={lockShade}
        className="dialog-shade"
        data-order={order?.number}
        data-of-order={order?.id}
        isOpen
        isDismissable={onClose !== null}
        isKeyboardDismissDisabled={onClose === null}
        onOpenChange={(open) => open || onClose?.()}
      >
        <Modal ref={lockDialog} className={`dialog dialog-${shape}`}>
          <AriaDialog className="dialog-sheet" {...(name ? { 'aria-label': name } : {})}>
            {strips}
            <ScanAnswer />
            <header className="dialog-head">
              <Heading slot="title">{title}</Heading>
              {headExtra}
              {onClose === null ? null : closing === undefined ? (
                <button ref={watchMoves} type="button" className="button quiet square" aria-label={t('detail.close')} onClick={onClose}>
                  <Icon name="cross" />
                </button>
              ) : (
                <button type="button" className="button head-button dialog-closing" onClick={onClose}>
                  <Icon name="sound-off" />
                  <span>{closing}</span>
                </button>
              )}
            </header>
            {below}
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </LayerContext>
  );
}
