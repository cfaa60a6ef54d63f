/** An order's sum and its label: cash to collect, total, or items only. */
import { t } from '../../../words.ts';
import { type SumOf, sumOf } from './shown-sum.ts';
import './sum.css';

export function Sum({ of }: { of: SumOf }) {
  const sum = sumOf(of);
  if (sum === null) return null;
  return (
    <span className="sum">
      <span className={sum.word === 'total' ? 'unseen' : undefined}>{t(`card.${sum.word}`)}</span> <strong>{sum.text}</strong>
    </span>
  );
}
