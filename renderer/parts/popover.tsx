/** A popover at a button, such as a menu, list or calendar; registered in the layers. */
import { useContext, useLayoutEffect } from 'react';
import { Popover as AriaPopover, OverlayTriggerStateContext, type PopoverProps } from 'react-aria-components';
import { lockUncovered } from '../touch/lock.ts';
import { addPopover, useIsCovered } from './layers.ts';
import './layers.css';
import './menu.css';

/** `isOpen` and `onClose`: for a popover without a trigger around it. */
type Props = Pick<PopoverProps, 'className' | 'placement' | 'triggerRef' | 'isOpen' | 'children'> & { onClose?: () => void };

export function Popover({ isOpen, onClose, ...props }: Props) {
  const trigger = useContext(OverlayTriggerStateContext);
  const isWanted = isOpen ?? trigger?.isOpen ?? false;
  const close = onClose ?? trigger?.close;
  const isCovered = useIsCovered();
  useLayoutEffect(() => (isWanted ? addPopover() : undefined), [isWanted]);
  useLayoutEffect(() => {
    if (isWanted && isCovered) close?.();
  });
  return (
    <AriaPopover
      {...props}
      ref={lockUncovered}
      style={{ zIndex: 'var(--layer-over)' }}
      isOpen={isWanted && !isCovered}
      onOpenChange={(open) => open || close?.()}
    />
  );
}
