/** What goes wrong between us and a printer that is not in its status bytes, in words staff can act on. */
import type { Loss } from './printer-connection.ts';
import type { Trouble } from './printer-status.ts';

const LOOK_FIRST = 'Look whether the ticket is complete.';
export const MUTE: Trouble = {
  code: 'no-answer',
  says: 'The printer can be reached but does not answer.',
  remedy: 'Switch the printer off and on again.',
};
export const STALLED: Trouble = { code: 'stalled', says: 'The printer stopped taking data in the middle of a ticket.', remedy: LOOK_FIRST };
export const UNPROVEN: Trouble = {
  code: 'stalled',
  says: 'The printer took the ticket but did not say that it is printed.',
  remedy: LOOK_FIRST,
};

const FLOODED: Trouble = {
  code: 'not-a-printer',
  says: 'The device at the address of the printer sends more than a printer has to say.',
  remedy: 'Check the address in Settings, and switch the printer off and on again.',
};

export function troubleOf(loss: Loss): Trouble {
  if (loss === 'cancelled') return { code: 'cancelled', says: 'Printing was stopped.' };
  if (loss === 'reset') return { code: 'reset', says: 'The connection to the printer broke.', remedy: LOOK_FIRST };
  if (loss === 'flooded') return FLOODED;
  return { code: 'closed', says: 'The printer hung up before it was done.', remedy: LOOK_FIRST };
}

/** The same trouble, met when a part of the ticket may be on paper already. */
export function midway(trouble: Trouble): Trouble {
  return { ...trouble, says: `In the middle of a ticket: ${trouble.says}` };
}
