import { message } from '../../../contract/message.ts';
import type { Loss } from './printer-connection.ts';
import type { Trouble } from './printer-status.ts';

const LOOK_FIRST = message('printer.checkTicketComplete');
export const MUTE: Trouble = {
  code: 'no-answer',
  text: message('printer.reachableNotResponding'),
  hint: message('printer.turnOffAndOn'),
};
export const STALLED: Trouble = { code: 'stalled', text: message('printer.stoppedMidTicket'), hint: LOOK_FIRST };
export const UNVERIFIED: Trouble = {
  code: 'stalled',
  text: message('printer.unconfirmed'),
  hint: LOOK_FIRST,
};

const FLOODED: Trouble = {
  code: 'not-a-printer',
  text: message('printer.sendsTooMuch'),
  hint: message('printer.checkAddressAndRestart'),
};

const STRANGER: Trouble = {
  code: 'not-a-printer',
  text: message('printer.otherThanPrinter'),
  hint: message('printer.checkAddress'),
};

export function troubleOf(loss: Loss): Trouble {
  if (loss === 'cancelled') return { code: 'cancelled', text: message('printer.stopped') };
  if (loss === 'reset') return { code: 'reset', text: message('printer.connectionBroke'), hint: LOOK_FIRST };
  if (loss === 'flooded') return FLOODED;
  if (loss === 'stranger') return STRANGER;
  return { code: 'closed', text: message('printer.disconnected'), hint: LOOK_FIRST };
}

export function inMidTicket(trouble: Trouble): Trouble {
  return { ...trouble, text: message('printer.midTicket', { text: trouble.text }) };
}
