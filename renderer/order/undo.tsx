/** A command that has not left this computer: what it is, how long it can be taken back, and the button that does. */
import type { OrderCard } from '../../preload/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { undo } from '../state/order-commands.ts';
import { secondsLeft } from '../time/urgency.ts';
import { words } from '../words.ts';

/** It takes no touch before, ms. */
const QUIET_MS = 1_000;

export function Undo({ order, says, until }: { order: OrderCard; says: string; until: string }) {
  // Never more than is left: a second that has begun does not count.
  const left = Math.max(0, secondsLeft(until, useServiceNow()) - 1);
  return (
    <div className="actions-undo">
      <span role="status">{says}</span>
      {/* Longer than any other: whoever touches Ready once more because nothing seems to happen does not want it back. */}
      <button type="button" className="button big" data-quiet-ms={QUIET_MS} onClick={() => void undo(order)}>
        <Icon name="undo" />
        <span>{words.actions.undo}</span>
        <span aria-hidden="true">{left}</span>
      </button>
    </div>
  );
}
