/** An unsent command with the seconds left and Undo. */
import type { KitchenOrder } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { undo } from '../../state/order-commands.ts';
import { secondsLeft } from '../../time/urgency.ts';
import { lock } from '../../touch/lock.ts';
import { t } from '../../words.ts';

/** Undo is locked longer than other buttons, ms: repeated taps on Ready must not undo it. */
const LOCKED_MS = 1_000;
const lockLonger = (one: HTMLElement | null): void => {
  if (one) lock(one, 'changed', LOCKED_MS);
};

export function Undo({ order, text, until }: { order: KitchenOrder; text: string; until: string }) {
  // Rounded down: never shows more than is left.
  const left = Math.max(0, secondsLeft(until, useServiceNow()) - 1);
  return (
    <div className="actions-undo">
      <button type="button" className="button" ref={lockLonger} onClick={() => void undo(order)}>
        <span className="actions-undo-word">
          <Icon name="undo" />
          <span>{t('actions.undo')}</span>
          <span aria-hidden="true">{left}</span>
        </span>
      </button>
      <p className="actions-pending" role="status">
        {text}
      </p>
    </div>
  );
}
