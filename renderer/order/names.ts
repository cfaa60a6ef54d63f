/** Names as the screen says them, and its words for those that the service did not tell. */
import type { PersonView } from '../../contract/contract.ts';
import { words } from '../words.ts';

export function itemName(name: string | null): string {
  return name ?? words.card.nameless;
}

export function personName(person: PersonView): string {
  if (typeof person === 'string') return person;
  return person.guest === null ? words.card.notAssigned : words.card.guest(person.guest);
}
