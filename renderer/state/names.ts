/** Names as the screen shows them, and texts for missing ones. */
import type { ActionName, OrderCard, PersonView } from '../../contract/contract.ts';
import { t } from '../words.ts';

/** No line ends between a number and its unit: "0.33 l". */
export function itemName(name: string | null): string {
  return name === null ? t('card.nameless') : name.replace(/(?<=\d) (?=\p{L}{1,2}(?!\p{L}))/gu, '\u00a0');
}

export function personName(person: PersonView): string {
  // Nor between a name and the letter after it.
  if (typeof person === 'string') return person.replaceAll(' ', '\u00a0');
  return person.guest === null ? t('card.notAssigned') : t('card.guest', { number: person.guest });
}

/** "3 items"; an order always has some, so that none means that none could be read. */
export function itemsText({ itemCount }: Pick<OrderCard, 'itemCount'>): string {
  return itemCount === 0 ? t('card.itemsUnread') : t('card.itemCount', { count: itemCount });
}

/** What is said of a command that the bridge has not answered yet; no one delivers what the customer collects. */
export function sendingWords(action: ActionName, kind: OrderCard['kind'] | undefined): string {
  return action === 'delivered' && kind === 'takeaway' ? t('actions.sending.handOver') : t(`actions.sending.${action}`);
}
