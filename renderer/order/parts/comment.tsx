/** The customer's note, red with underlined words if it mentions an allergy or allergen. */
import type { AllergyView } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';
import { Marked } from './note.tsx';
import './comment.css';

export function Comment({ text, allergies }: { text: string | null; allergies: AllergyView | null }) {
  if (!text) return null;
  return (
    <p className="comment" data-allergy={allergies !== null || undefined}>
      <Icon name={allergies ? 'warning' : 'note'} />
      <span className="unseen">
        {allergies && `${t('card.allergy')}. `}
        {t('card.comment')}:{' '}
      </span>
      <Marked text={text} of={allergies} />
    </p>
  );
}
