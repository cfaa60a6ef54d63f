/** Problems with a printer beyond its status bytes, as messages staff can act on. */
import { message } from '../../../contract/message.ts';
import type { Loss } from './printer-connection.ts';
import type { Trouble } from './printer-status.ts';

const LOOK_FIRST = message('printer.checkTicketComplete');
export const MUTE: Trouble = {
  code: 'no-answer',
  says: message('printer.reachableNotResponding'),
  remedy: message('printer.turnOffAndOn'),
};
export const STALLED: Trouble = { code: 'stalled', says: message('printer.stoppedMidTicket'), remedy: LOOK_FIRST };
export const UNPROVEN: Trouble = {
  code: 'stalled',
  says: message('printer.unconfirmed'),
  remedy: LOOK_FIRST,
};

const FLOODED: Trouble = {
  code: 'not-a-printer',
  says: message('printer.sendsTooMuch'),
  remedy: message('printer.checkAddressAndRestart'),
};

export function troubleOf(loss: Loss): Trouble {
  if (loss === 'cancelled') return { code: 'cancelled', says: message('printer.stopped') };
  if (loss === 'reset') return { code: 'reset', says: message('printer.connectionBroke'), remedy: LOOK_FIRST };
  if (loss === 'flooded') return FLOODED;
  return { code: 'closed', says: message('printer.disconnected'), remedy: LOOK_FIRST };
}

/** The same trouble, met when a part of the ticket may be on paper already. */
export function midway(trouble: Trouble): Trouble {
  return { ...trouble, says: message('printer.midTicket', { says: trouble.says }) };
}
