/** What goes wrong between us and a printer that is not in its status bytes, in words staff can act on. */
import { message } from '../../../contract/message.ts';
import type { Loss } from './printer-connection.ts';
import type { Trouble } from './printer-status.ts';

const LOOK_FIRST = message('look-whether-ticket-is-complete');
export const MUTE: Trouble = {
  code: 'no-answer',
  says: message('printer-can-be-reached-but-does'),
  remedy: message('switch-printer-off-and-on-again'),
};
export const STALLED: Trouble = { code: 'stalled', says: message('printer-stopped-taking-data-in-middle'), remedy: LOOK_FIRST };
export const UNPROVEN: Trouble = {
  code: 'stalled',
  says: message('printer-took-ticket-but-did-not'),
  remedy: LOOK_FIRST,
};

const FLOODED: Trouble = {
  code: 'not-a-printer',
  says: message('device-at-address-of-printer-sends'),
  remedy: message('check-address-in-settings-and-switch'),
};

export function troubleOf(loss: Loss): Trouble {
  if (loss === 'cancelled') return { code: 'cancelled', says: message('printing-was-stopped') };
  if (loss === 'reset') return { code: 'reset', says: message('connection-to-printer-broke'), remedy: LOOK_FIRST };
  if (loss === 'flooded') return FLOODED;
  return { code: 'closed', says: message('printer-hung-up-before-it-was'), remedy: LOOK_FIRST };
}

/** The same trouble, met when a part of the ticket may be on paper already. */
export function midway(trouble: Trouble): Trouble {
  return { ...trouble, says: message('in-middle-of-ticket-says', { says: trouble.says }) };
}
