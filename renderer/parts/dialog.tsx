/** A modal dialog: keeps the focus, closes on Escape or a tap outside, and includes the strips that must stay usable. */
import { type ReactNode, useContext, useId, useLayoutEffect } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { lockShade, lockUncovered, watchMoves } from '../touch/lock.ts';
import { t } from '../words.ts';
import { Icon } from './icons.tsx';
import { addDialog, DialogStrips, LayerContext } from './layers.ts';
import { ScanAnswer } from './scan-answer.tsx';
import './dialog.css';
import './layers.css';

interface DialogProps {
  title: ReactNode;
  /** The accessible name, where the title alone would not tell. */
  name?: string;
  shape?: 'middle' | 'side' | 'order' | 'full' | 'call';
  /** The order it is about. */
  order?: { id: string; number: string };
  /** Between the title and the way out; and right below the head. */
  beside?: ReactNode;
  below?: ReactNode;
  /** What closing it means, where that is more than closing; stands on its button. */
  closing?: string;
  /** Null where only its own buttons end it: no cross, no Escape, no touch beside it. */
  onClose: (() => void) | null;
  children: ReactNode;
}

export function Dialog({ title, name, shape = 'middle', order, beside, below, closing, onClose, children }: DialogProps) {
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
        <Modal ref={lockUncovered} className={`dialog dialog-${shape}`}>
          <AriaDialog className="dialog-sheet" {...(name ? { 'aria-label': name } : {})}>
            {strips}
            <ScanAnswer />
            <header className="dialog-head">
              <Heading slot="title">{title}</Heading>
              {beside}
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
