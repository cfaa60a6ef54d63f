/** Names as the screen shows them, and texts for missing ones. */
import type { ActionName, OrderCard, PersonView } from '../../contract/contract.ts';
import { t } from '../words.ts';

/** Keeps a number and its unit on one line: "0.33 l". */
export function itemName(name: string | null): string {
  return name === null ? t('card.nameless') : name.replace(/(?<=\d) (?=\p{L}{1,2}(?!\p{L}))/gu, '\u00a0');
}

export function personName(person: PersonView): string {
  // Keeps a name and its initial together.
  if (typeof person === 'string') return person.replaceAll(' ', '\u00a0');
  return person.guest === null ? t('card.notAssigned') : t('card.guest', { number: person.guest });
}

/** Every order has items, so 0 means that none could be read. */
export function itemsText({ itemCount }: Pick<OrderCard, 'itemCount'>): string {
  return itemCount === 0 ? t('card.itemsUnread') : t('card.itemCount', { count: itemCount });
}

/** Text while a command is being sent; takeaway orders are handed over rather than delivered. */
export function sendingWords(action: ActionName, kind: OrderCard['kind'] | undefined): string {
  return action === 'delivered' && kind === 'takeaway' ? t('actions.sending.handOver') : t(`actions.sending.${action}`);
}
