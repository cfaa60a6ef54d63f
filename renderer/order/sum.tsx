/** What an order comes to, with a word for what is in the sum: fees and the tip are part of what the consumer pays. */
import type { OrderCard } from '../../preload/contract.ts';
import { words } from '../words.ts';
import './sum.css';

/** What is to be paid; where that cannot be said, the sum of the items alone, called so. */
export function Sum({ of: { toPay, total } }: { of: Pick<OrderCard, 'toPay' | 'total'> }) {
  const sum = toPay ?? total;
  if (sum === null) return null;
  return (
    <span className="sum">
      <span>{toPay ? words.card.toPay : words.card.itemsSum}</span> <strong>{sum.text}</strong>
    </span>
  );
}
