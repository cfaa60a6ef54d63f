/** Why a setting stays with its counter, for whoever wrote it into a document for a group of them. docs/relay.md has the same words. */
import { type WhyKept, whyKept } from '../../contract/settings/kept-here.ts';

/** Behind the name of a setting and a colon. */
export const WHY_KEPT: Record<WhyKept, string> = {
  sends: 'tokens, secrets or orders are sent there, and whoever changed it would be sent them',
  installs: 'programs are installed from there',
  looks: 'that service sees which places are looked at',
  'of-address': 'it says something of such an address, and is changed together with it',
  access: 'it says whose access to the service this is, and its secret is in the vault of this counter',
  calls: "it says which calls are made at the service with the venue's token",
  money: 'it says what an amount means, and where it is wrong a hundred times as much is paid',
  couriers: 'couriers are sent there, and whether that may be done was agreed with the operator of the service',
  customers: 'customers are told it, and nobody at the counter sees it before',
  opens: 'it opens this computer to others',
  computer: 'it is a folder or a device of this one computer',
  accepting: 'it decides who accepts the orders, and where it is wrong nobody does',
  shift: 'staff switch it on for a time, and look after it',
  people: 'it decides who may do what here, and PINs and badges are in the vault of this counter',
  format: 'Tillbridge writes it',
};

/** A sentence without its end. `place`: as docs/settings.md names it. */
export function notManageable(place: string): string {
  const why = whyKept(place);
  return `${place} can't be managed remotely${why === null ? '' : `: ${WHY_KEPT[why]}`}`;
}
