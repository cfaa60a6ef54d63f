/** What opens beside a button: a menu, a list, a calendar. All of them go through this one part, which knows what lies above what. */
import { useContext, useLayoutEffect } from 'react';
import { Popover as AriaPopover, OverlayTriggerStateContext, type PopoverProps } from 'react-aria-components';
import { lockUncovered } from '../touch/lock.ts';
import { addPopover, useIsCovered } from './layers.ts';
import './layers.css';
import './menu.css';

/** `isOpen` and `onClose` where no trigger around it says so. */
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
